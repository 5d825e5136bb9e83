// The bar at the top, and what binds the loop: a line for each version.
(function (cdna) {
    'use strict';

    const { el, number } = cdna;

    function options(select, names, chosen) {
        select.replaceChildren(...names.map((name, index) => el('option', { value: index, selected: index === chosen }, name)));
        select.value = String(chosen);
    }

    // A group of which one is chosen; the arrow keys move in it.
    cdna.choices = function (group, names, chosen, choose) {
        group.replaceChildren(...names.map((name, index) => el('button', {
            type: 'button', role: 'radio', 'aria-checked': String(index === chosen), tabindex: index === chosen ? 0 : -1,
            onclick: () => choose(index),
            onkeydown: (event) => {
                const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
                if (by) {
                    event.preventDefault();
                    event.stopPropagation();
                    choose((index + by + names.length) % names.length);
                    group.querySelector('[aria-checked=true]').focus();
                }
            },
        }, name)));
    };

    // Share of the function's time and name of a loop; the larger share of two versions.
    function regionName(region) {
        const shares = region.versions.filter(Boolean).map((part) => part.share);
        return `${number(Math.round(Math.max(0, ...shares)))}%: ${region.title}`;
    }

    cdna.refreshHeader = function () {
        const { data, state } = cdna;
        const kernel = cdna.kernel();
        cdna.byId('title').textContent = data.title;
        cdna.byId('title').title = data.title;
        const measured = kernel && kernel.regions.some((region) => region.versions.some((part) => part && cdna.isMeasured(part)));
        cdna.byId('subtitle').textContent = `${data.gpu}, ${measured ? 'modelled beside measured' : 'modelled'}`;
        cdna.byId('subtitle').title = `${data.accuracy || 'Clocks are modelled, not measured'}. Cost model ${data.model}; ${data.tool}`;
        options(cdna.byId('kernel'), data.kernels.map((one) => one.name), state.kernel);
        cdna.byId('kernel-label').hidden = data.kernels.length < 2;
        options(cdna.byId('region'), kernel ? kernel.regions.map(regionName) : [], state.region);
        const sides = cdna.sides();
        const counts = [...new Set(sides.flatMap(({ part }) => part.timelines.map((timeline) => timeline.waves)))];
        const most = Math.max(1, ...sides.map(({ part }) => part.timelines.length));
        // Own waves first: so it runs. One wave shows latencies.
        const names = most < 2 ? [] : [cdna.plural(counts[counts.length - 1], 'wave'), '1 wave'];
        cdna.choices(cdna.byId('waves'), names, most - 1 - Math.min(state.waves, most - 1), (index) => {
            cdna.set({ waves: most - 1 - index }, { push: true });
            if (state.inst !== null) {
                cdna.choose(state.side, state.inst, { keepTab: true });
            }
        });
        cdna.byId('waves').hidden = most < 2;
        refreshThemeButton();
    };

    function refreshThemeButton() {
        cdna.byId('theme').textContent = cdna.dark() ? 'Light' : 'Dark';
    }

    // Parts of an iteration's time as one bar: `full` clocks are its whole width.
    cdna.spentBar = function (times, full) {
        const words = times.spent.map((part) => `${cdna.spentName(part.what)} ${number(Math.round(part.clocks))}`).join(', ');
        const bar = el('div', { class: 'spent', role: 'img', 'aria-label': `${words} clocks` });
        bar.append(...ordered(times.spent).map((part) => el('span', {
            class: `part spent-${part.what}`, style: { width: `${part.clocks / full * 100}%` },
            title: `${cdna.spentName(part.what)}: ${number(part.clocks)} clocks, ${Math.round(part.clocks / times.period * 100)}%`,
        })));
        return bar;
    };
    // Issue and fillers first, then the reasons to stall in an order that is the same for all versions.
    const places = ['issue', 'fillers', ...Object.keys(cdna.stalls)];
    const ordered = (spent) => [...spent].sort((a, b) => places.indexOf(a.what) - places.indexOf(b.what));
    cdna.orderedSpent = ordered;

    // The bound for the shown number of waves, and how far the loop is from it.
    cdna.boundOf = function (side) {
        const { bound, period } = side.times;
        if (!bound) {
            return undefined;
        }
        const away = period - bound.clocks;
        return { ...bound, away, percent: bound.clocks > 0 ? away / bound.clocks * 100 : 0 };
    };

    // What binds the loop and what would help. A long text is cut after some lines until it is asked for.
    function advice(side) {
        const text = el('span', { class: 'advice' }, ...cdna.linked(side, side.part.advice));
        const more = el('button', {
            type: 'button', class: 'link more', 'aria-expanded': 'false',
            onclick: () => {
                const open = text.classList.toggle('open');
                more.textContent = open ? 'less' : 'more';
                more.setAttribute('aria-expanded', String(open));
            },
        }, 'more');
        const cell = el('div', { class: 'advice-cell' }, text, more);
        const measure = () => {
            more.hidden = !text.classList.contains('open') && text.scrollHeight <= text.clientHeight + 2;
        };
        new ResizeObserver(measure).observe(cell);
        return cell;
    }

    function verdict(side, full, reference) {
        const { times, version } = side;
        const bound = cdna.boundOf(side);
        const change = reference && reference !== side ? (reference.times.period - times.period) / reference.times.period * 100 : null;
        const bar = el('div', { class: 'spent-frame', title: 'Where the clocks of an iteration go' }, cdna.spentBar(times, full));
        if (bound && bound.clocks > 0) {
            bar.append(el('span', { class: 'bound', style: { left: `${Math.min(100, bound.clocks / full * 100)}%` }, title: `No order takes less than ${number(bound.clocks)} clocks: ${bound.by}` }));
        }
        return el('div', { class: 'verdict' },
            el('strong', { class: 'version', title: version.label }, version.label),
            el('span', { class: 'period' }, el('b', {}, number(Math.round(times.period))), ' clocks',
                change === null || Math.abs(change) < 0.05 ? '' : el('span', { class: change > 0 ? 'better' : 'worse' }, ` ${cdna.signed(-Math.round(change * 10) / 10)}%`),
                times.more ? el('span', { class: 'soft', title: 'The latency of vector memory that was chosen in What if' }, ` memory ${cdna.signed(times.more)}`) : reach(side, reference)),
            bar,
            el('span', { class: 'distance' }, bound ? `${bound.percent < 0.5 ? 'at' : `${number(Math.round(bound.percent))}% above`} its bound of ${number(Math.round(bound.clocks))}: ${bound.by}` : ''),
            advice(side));
    }

    // Between which differences the one that is shown stands, under perturbed models.
    function reach(side, reference) {
        const all = reference && reference !== side ? cdna.perturbed([reference, side]) : [];
        if (!all.length) {
            return '';
        }
        const [least, most] = [all[all.length - 1], all[0]];
        if (Math.round(least.percent) === 0 && Math.round(most.percent) === 0) {
            return '';
        }
        const whole = ({ percent }) => cdna.signed(Math.round(percent));
        const words = `Under ${all.length} perturbed models: from ${whole(least)}% (${least.words}) to ${whole(most)}% (${most.words})`;
        const text = whole(least) === whole(most) ? ` (${whole(least)})` : ` (${whole(least)} to ${whole(most)})`;
        return el('button', {
            type: 'button', class: 'link inline reach', title: `${words}. More in What if`, 'aria-label': words, onclick: () => cdna.set({ tab: 'whatif' }, { push: true }),
        }, text);
    }

    cdna.refreshVerdicts = function () {
        const sides = cdna.sides();
        const full = Math.max(1, ...sides.map(({ times }) => times.period));
        cdna.byId('verdicts').replaceChildren(...sides.map((side) => verdict(side, full, sides[0])));
    };

    // The colours that occur in what is shown.
    cdna.refreshLegend = function () {
        const kinds = new Set();
        const stalls = new Set();
        for (const { version, timeline } of cdna.sides()) {
            timeline.events.inst.forEach((inst) => kinds.add(version.instructions[inst].kind));
            timeline.events.stall.forEach((stall, event) => timeline.events.issue[event] > timeline.events.ready[event] && stalls.add(stall));
        }
        const entry = (swatch, name, title) => el('span', { class: 'entry', title }, swatch, name);
        // Kinds that have the same colour are one entry.
        const merged = { smem: 'salu', nop: 'wait', other: 'branch' };
        const names = { salu: 'scalar', wait: 'waits, nops', branch: 'branch, other' };
        const shown = [...new Set(Object.keys(cdna.kinds).filter((kind) => kinds.has(kind)).map((kind) => merged[kind] || kind))];
        cdna.byId('legend').replaceChildren(
            ...shown.map((kind) => entry(cdna.kindSwatch(kind), names[kind] || cdna.kinds[kind], 'Solid: its unit works; pale: until the result can be used')),
            stalls.size ? el('span', { class: 'entry soft' }, 'stalls:') : '',
            ...Object.keys(cdna.stalls).filter((stall) => stalls.has(stall)).map((stall) => entry(cdna.stallSwatch(stall), cdna.stalls[stall][0], cdna.stalls[stall][1])));
    };

    cdna.startHeader = function () {
        cdna.byId('kernel').addEventListener('change', (event) => cdna.set({ kernel: Number(event.target.value), region: 0 }, { push: true }));
        cdna.byId('region').addEventListener('change', (event) => cdna.set({ region: Number(event.target.value) }, { push: true }));
        cdna.byId('theme').addEventListener('click', () => cdna.set({ theme: cdna.dark() ? 'light' : 'dark' }));
        cdna.byId('source').addEventListener('change', (event) => cdna.set({ source: event.target.checked }));
        cdna.byId('follow').addEventListener('change', (event) => cdna.set({ follow: event.target.checked }));
        cdna.byId('zoom-in').addEventListener('click', () => cdna.zoomBy(1.6));
        cdna.byId('zoom-out').addEventListener('click', () => cdna.zoomBy(1 / 1.6));
        cdna.byId('fit').addEventListener('click', () => cdna.set({ range: null }));
    };
    cdna.refreshSides = function () {
        const sides = cdna.sides();
        const current = cdna.side();
        cdna.choices(cdna.byId('sides'), sides.map(({ version }) => version.label), sides.indexOf(current), (index) => cdna.switchSide(sides[index].index));
        const kernel = cdna.kernel();
        const has = Boolean(current && kernel.files.length && current.version.instructions.some((instruction) => instruction.source));
        cdna.byId('source-label').hidden = !has;
        cdna.byId('source').checked = cdna.state.source;
        cdna.byId('follow').checked = cdna.state.follow;
    };
})(window.cdna);
