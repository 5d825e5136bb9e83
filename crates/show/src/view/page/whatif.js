// What the clocks depend on: how sure a difference is, other latencies of memory, more waves.
(function (cdna) {
    'use strict';

    const { el, svg, number } = cdna;
    const tenth = (value) => Math.round(value * 10) / 10;
    const percent = (value) => `${cdna.signed(tenth(value))}%`;

    // By how many percent the clocks of a loop are others than of the reference, or than assumed.
    const change = (clocks, from) => (from > 0 ? (clocks - from) / from * 100 : 0);

    // The difference of two versions under each perturbed parameter set, or of one version from what is assumed:
    // `{words, percent}` from least to most; empty where that was not computed.
    cdna.perturbed = function (sides) {
        const shown = sides.filter(({ part }) => (part.perturbed || []).length);
        if (!shown.length || shown.length < sides.length) {
            return [];
        }
        const names = new Map(shown.flatMap(({ part }) => part.perturbed.map(({ name, words }) => [name, words])));
        const under = ({ part, at, timeline }, name) => part.perturbed.find((one) => one.name === name)?.clocks[at] ?? timeline.period;
        const [first, second] = shown;
        const all = [...names].map(([name, words]) => ({
            words,
            percent: second ? change(under(second, name), under(first, name)) : change(under(first, name), first.timeline.period),
        }));
        return all.sort((a, b) => a.percent - b.percent);
    };

    // A row of a table: a dot on a scale that all rows have, and the figure.
    function row(words, value, scale, assumed) {
        const width = scale.range()[1] + 6;
        return el('tr', { class: assumed ? 'assumed' : '' }, el('th', { scope: 'row' }, words),
            el('td', {}, svg('svg', { class: 'strip', width, height: 14, 'aria-hidden': 'true' },
                svg('line', { class: 'zero', x1: scale(0), x2: scale(0), y1: 0, y2: 14 }),
                svg('line', { class: 'reach', x1: scale(0), x2: scale(value), y1: 7, y2: 7 }),
                svg('circle', { class: 'dot', cx: scale(value), cy: 7, r: assumed ? 4.5 : 3.5 }))),
            el('td', { class: 'figure' }, percent(value)));
    }

    function sureness(sides) {
        const two = sides.length === 2;
        const title = two ? `How sure the difference is: ${sides[1].version.label} against ${sides[0].version.label}` : 'How much the clocks depend on the model';
        const all = cdna.perturbed(sides);
        if (!all.length) {
            const why = sides.some(({ part }) => cdna.isMeasured(part)) ? 'A measurement has no numbers that could be others.' : 'It was not computed: the loop is too long, or no loop.';
            return el('section', {}, el('h3', {}, title), el('p', { class: 'soft' }, why));
        }
        const assumed = two ? change(sides[1].timeline.period, sides[0].timeline.period) : 0;
        const apart = all.filter(({ percent: value }) => Math.abs(value - assumed) >= 0.05);
        const values = [0, assumed, ...apart.map(({ percent: value }) => value)];
        const scale = d3.scaleLinear([Math.min(...values), Math.max(...values) + 1e-9], [6, 120]);
        const [least, most] = [all[0].percent, all[all.length - 1].percent];
        const worse = two && all.filter(({ percent: value }) => value > 0.5).length;
        const said = !apart.length ? `${two ? percent(assumed) : 'The same'} with every other number of the model that was tried.` : two
            ? `${percent(assumed)} with the numbers that are assumed; from ${percent(least)} to ${percent(most)} where one of them is another. ${worse ? `Slower under ${worse} of ${all.length}.` : 'Slower under none.'}`
            : `From ${percent(least)} to ${percent(most)} where one of the model's numbers is another.`;
        return el('section', { class: 'sureness' }, el('h3', {}, title), el('p', {}, said),
            !apart.length ? null : el('table', { class: 'dots' }, el('tbody', {},
                ...apart.filter(({ percent: value }) => value < assumed).map(({ words, percent: value }) => row(words, value, scale, false)),
                row('as assumed', assumed, scale, true),
                ...apart.filter(({ percent: value }) => value >= assumed).map(({ words, percent: value }) => row(words, value, scale, false)))),
            apart.length && all.length > apart.length ? el('p', { class: 'soft' }, `${cdna.plural(all.length - apart.length, 'perturbed model')} of ${all.length} ${all.length - apart.length === 1 ? 'changes' : 'change'} nothing here.`) : null);
    }

    // The clocks over the latency, a line for each version.
    function curves(shown) {
        const [width, height, left, right, top, bottom] = [360, 150, 44, 70, 8, 24];
        const points = shown.map((side) => side.part.latency.points.map((point) => [point.clocks, point.loops[side.at].period]));
        const all = points.flat();
        const x = d3.scaleLinear([Math.min(...all.map(([clocks]) => clocks)), Math.max(...all.map(([clocks]) => clocks))], [left, width - right]);
        const y = d3.scaleLinear([0, Math.max(...all.map(([, period]) => period)) * 1.05], [height - bottom, top]);
        const words = shown.map(({ version }, index) => `${version.label} from ${number(Math.round(points[index][0][1]))} to ${number(Math.round(points[index][points[index].length - 1][1]))} clocks`).join(', ');
        const drawing = svg('svg', { class: 'chart', width, height, role: 'img', 'aria-label': `Clocks of an iteration by the latency of memory: ${words}` });
        for (const tick of y.ticks(4)) {
            drawing.append(svg('line', { class: 'grid', x1: left, x2: width - right, y1: y(tick), y2: y(tick) }),
                svg('text', { class: 'tick end', x: left - 6, y: y(tick) + 3.5 }, number(tick)));
        }
        for (const tick of x.ticks(5)) {
            drawing.append(svg('text', { class: 'tick middle', x: x(tick), y: height - 8 }, number(tick)));
        }
        const ends = points.map((line) => y(line[line.length - 1][1]));
        // Names of lines that end at the same place are moved apart.
        if (ends.length === 2 && Math.abs(ends[0] - ends[1]) < 12) {
            const up = ends[0] <= ends[1] ? 0 : 1;
            ends[up] -= 6;
            ends[1 - up] += 6;
        }
        shown.forEach(({ version }, index) => {
            const line = points[index];
            const name = version.label.length > 11 ? `${version.label.slice(0, 10)}\u2026` : version.label;
            drawing.append(svg('path', { class: `curve-of side-${index}`, d: d3.line(([clocks]) => x(clocks), ([, period]) => y(period))(line) }),
                ...line.map(([clocks, period]) => svg('circle', { class: `side-${index}`, cx: x(clocks), cy: y(period), r: 2.5 })),
                svg('text', { class: 'tick', x: width - right + 7, y: ends[index] + 3.5 }, name));
        });
        const cursor = svg('line', { class: 'cursor', y1: top, y2: height - bottom });
        drawing.append(cursor);
        return { drawing, mark: (clocks) => { cursor.setAttribute('x1', x(clocks)); cursor.setAttribute('x2', x(clocks)); } };
    }

    let showLatency = null;

    function latencies(sides) {
        const shown = sides.filter(({ part }) => part.latency);
        showLatency = null;
        const title = el('h3', { id: 'latency-title' }, 'The latency of vector memory');
        if (!shown.length) {
            return el('section', {}, title, el('p', { class: 'soft' }, 'Nothing was computed: this loop loads nothing from vector memory, is too long, or was measured.'));
        }
        const { assumed, points } = shown[0].part.latency;
        const offset = (index) => Math.round(points[index].clocks - assumed);
        const slider = el('input', { type: 'range', id: 'latency', min: 0, max: points.length - 1, step: 1, 'aria-labelledby': 'latency-title', list: 'latency-ticks' });
        const words = el('output', { for: 'latency' });
        const back = el('button', { type: 'button', id: 'latency-back', onclick: () => { cdna.set({ latency: 0 }); slider.focus(); } }, 'As assumed');
        const { drawing, mark } = curves(shown);
        showLatency = () => {
            const index = Math.max(0, points.findIndex((_, at) => offset(at) === cdna.state.latency));
            slider.value = String(index);
            const more = offset(index);
            const said = `${number(points[index].clocks)} clocks${more ? `: ${Math.abs(more)} ${more > 0 ? 'more' : 'less'} than assumed` : ', as assumed'}`;
            words.textContent = said;
            slider.setAttribute('aria-valuetext', said);
            back.disabled = more === 0;
            mark(points[index].clocks);
        };
        slider.addEventListener('input', () => cdna.set({ latency: offset(Number(slider.value)) }));
        showLatency();
        return el('section', {}, title,
            el('p', {}, `The model (${cdna.data.model}) assumes that a load returns after ${number(assumed)} clocks here. The slider says what the loop takes otherwise: at the top and in Clocks. The timeline stays as assumed.`),
            el('div', { class: 'slider' }, slider, words, back), drawing,
            el('p', { class: 'soft' }, 'Clocks of an iteration by the clocks until a load returns.'));
    }

    const resources = {
        vgprs: ['VGPRs', 'VGPR'], agprs: ['AccVGPRs', 'AccVGPR'], sgprs: ['SGPRs', 'SGPR'], lds_bytes: ['bytes of LDS for a workgroup', 'byte of LDS'],
        vector_registers: ['vector registers (VGPRs and AccVGPRs together)', 'vector register'],
    };

    function moreWaves(side) {
        const { version, part, timeline } = side;
        const { occupancy } = version;
        const { more } = occupancy;
        const head = el('h4', {}, version.label);
        if (!more) {
            return el('div', {}, head, el('p', {}, `${cdna.plural(occupancy.waves, 'wave')} a SIMD. No more by what is known: the hardware or the size of workgroups allows no more, or callers and callees are not known.`));
        }
        const own = part.timelines[part.timelines.length - 1];
        const clocks = part.clocks_with_more_waves;
        const brings = clocks === undefined || own.waves !== occupancy.waves ? null
            : el('p', {}, `If the same code ran with ${more.waves} waves: ${number(tenth(clocks))} clocks an iteration instead of ${number(tenth(own.period))} (`,
                el('span', { class: clocks < own.period * 0.995 ? 'better' : clocks > own.period * 1.005 ? 'worse' : 'soft' }, percent(change(clocks, own.period))), ').');
        const item = ({ of, used, most }) => el('li', {}, `${number(used)} ${resources[of][0]}, at most ${number(most)}: ${cdna.plural(used - most, resources[of][1]).replace(/bytes? of LDS/, 'bytes')} too many`);
        return el('div', {}, head, el('p', {}, `${cdna.plural(occupancy.waves, 'wave')} a SIMD. In the way of ${more.waves}:`), el('ul', {}, ...more.obstacles.map(item)), brings,
            timeline.waves > 1 || occupancy.waves === 1 ? null : el('p', { class: 'soft' }, 'Clocks with several waves are those of the SIMD for one iteration of one wave.'));
    }

    // What to change in the source, where it is sure to bring something.
    function suggestions(sides) {
        const lists = sides.map((side) => {
            const all = side.part.suggestions || [];
            return el('div', {}, sides.length > 1 ? el('h4', {}, side.version.label) : null, all.length
                ? el('ul', {}, ...all.map(({ sentence, change: by }) => el('li', {}, el('span', { class: 'better' }, percent(by)), ' ', ...cdna.linked(side, sentence))))
                : el('p', { class: 'soft' }, 'Nothing of what was looked for would bring 5%.'));
        });
        return el('section', {}, el('h3', {}, 'What to change in the source'), ...lists);
    }

    cdna.refreshWhatIf = function (changed) {
        if (cdna.state.tab !== 'whatif') {
            return;
        }
        // The slider keeps the focus.
        if (showLatency && changed && [...changed].every((name) => name === 'latency')) {
            showLatency();
            return;
        }
        const sides = cdna.sides();
        const modelled = sides.filter(({ part }) => !cdna.isMeasured(part));
        const waves = sides.length ? sides[0].timeline.waves : 1;
        cdna.byId('whatif').replaceChildren(
            el('p', { class: 'soft' }, `All of it modelled, with ${cdna.plural(waves, 'wave')} on the SIMD${waves === 1 ? '' : ' (choose at the top)'}.`),
            el('div', { class: 'columns' },
                sureness(sides), suggestions(modelled), latencies(sides),
                el('section', {}, el('h3', {}, 'More waves'), ...modelled.map(moreWaves), modelled.length ? el('p', { class: 'soft' }, 'LDS that a launch adds is not known here.') : null)));
    };
})(window.cdna);
