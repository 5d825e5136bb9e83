// The assembly beside the timeline: a list of which only the visible lines exist.
(function (cdna) {
    'use strict';

    const { el, number } = cdna;
    const lineHeight = 18;
    const listing = cdna.byId('listing');
    const space = cdna.byId('listing-space');
    let lines = []; // {inst} or {label} or {source}
    let lineOf = new Map(); // the line of an instruction
    let ownTop = 0; // where the page itself scrolled to last; null once the user scrolled
    let shownFor = null;

    // Lines of a version: labels of blocks, instructions, and where a source line begins.
    function build() {
        const side = cdna.side();
        lines = [];
        lineOf = new Map();
        if (!side) {
            return;
        }
        const { version } = side;
        const blocks = new Map(version.blocks.map((block) => [block.first, block]));
        let before = '';
        version.instructions.forEach((instruction, inst) => {
            const block = blocks.get(inst);
            if (block) {
                lines.push({ label: block });
                before = '';
            }
            const source = cdna.state.source && cdna.sourceOf(cdna.kernel(), instruction);
            if (source && source.name !== before) {
                lines.push({ source });
                before = source.name;
            }
            lineOf.set(inst, lines.length);
            lines.push({ inst });
        });
        space.style.height = `${lines.length * lineHeight}px`;
    }

    function lineElement(index, side, related, inLoop, found, inView) {
        const line = lines[index];
        const style = { top: `${index * lineHeight}px` };
        if (line.label) {
            const often = line.label.depth ? `loop depth ${line.label.depth}, ${number(line.label.frequency)} times` : '';
            return el('div', { class: 'line label', style, role: 'presentation' }, `${line.label.label}:`, el('span', { class: 'soft' }, often));
        }
        if (line.source) {
            return el('div', { class: 'line source', style, role: 'presentation', title: line.source.full }, el('span', {}, line.source.name), line.source.text.trim());
        }
        const { inst } = line;
        const instruction = side.version.instructions[inst];
        const { timeline } = side;
        const event = inLoop.has(inst) ? cdna.eventFor(timeline, inst, null) : null;
        const stall = event === null ? null : cdna.stallOf(timeline, inst);
        const role = related.get(inst);
        const names = ['line', 'instruction', `kind-${instruction.kind}`];
        if (cdna.state.inst === inst) {
            names.push('selected');
        }
        if (role) {
            names.push(role);
        }
        if (found.has(inst)) {
            names.push('found');
        }
        if (!inLoop.has(inst)) {
            names.push('outside');
        }
        if (inView.has(inst)) {
            names.push('in-view');
        }
        const waits = stall && stall.clocks > 0;
        return el('div', {
            class: names.join(' '), style, role: 'option', id: `line-${inst}`, 'data-inst': inst,
            'aria-selected': String(cdna.state.inst === inst),
            'aria-posinset': inst + 1, 'aria-setsize': side.version.instructions.length,
        },
        el('span', { class: 'place' }, cdna.place(instruction)),
        el('span', { class: 'text', title: instruction.text }, instruction.text),
        el('span', { class: 'issue' }, event === null ? '' : number(firstIssue(timeline, inst))),
        waits ? el('span', { class: 'stall', title: (cdna.stalls[stall.reason] || ['', ''])[1] },
            el('span', { class: `gauge stall-${stall.reason}`, style: { width: `${Math.max(2, stall.clocks / longest(side) * 32)}px` } }),
            number(Math.round(stall.clocks))) : el('span', { class: 'stall' }));
    }
    const longestOf = new WeakMap();
    function longest(side) {
        if (!longestOf.has(side.timeline)) {
            const all = cdna.orderOf(side.version, side.part).map((inst) => cdna.stallOf(side.timeline, inst).clocks);
            longestOf.set(side.timeline, all.reduce((most, clocks) => Math.max(most, clocks), 1));
        }
        return longestOf.get(side.timeline);
    }
    const firstIssue = (timeline, inst) => timeline.events.issue[cdna.eventsOf(timeline, inst)[0]];

    function relatedTo(side) {
        const related = new Map();
        const { inst } = cdna.state;
        if (inst === null) {
            return related;
        }
        const explanation = cdna.explanationOf(side.version, inst);
        cdna.users(side.version)[inst].forEach((user) => related.set(user.inst, 'consumer'));
        side.version.instructions[inst].reads.forEach((read) => read.from.forEach((from) => related.set(from, 'producer')));
        for (const reason of explanation ? explanation.reasons : []) {
            related.set(reason.consumer, 'consumer');
            related.set(reason.producer, 'producer');
        }
        return related;
    }

    // Instructions that issue in the shown range, if that is a part.
    function inRange(side) {
        const { range } = cdna.state;
        const shown = new Set();
        if (range) {
            const { issue, inst } = side.timeline.events;
            for (let event = d3.bisectLeft(issue, range[0]); event < issue.length && issue[event] <= range[1]; event++) {
                shown.add(inst[event]);
            }
        }
        return shown;
    }

    function paint() {
        const side = cdna.side();
        if (!side) {
            space.replaceChildren();
            return;
        }
        const first = Math.max(0, Math.floor(listing.scrollTop / lineHeight) - 6);
        const last = Math.min(lines.length, Math.ceil((listing.scrollTop + listing.clientHeight) / lineHeight) + 6);
        const related = relatedTo(side);
        const inLoop = new Set(cdna.orderOf(side.version, side.part));
        const found = cdna.hits().inSide(side.index);
        const inView = inRange(side);
        const shown = [];
        for (let index = first; index < last; index++) {
            shown.push(lineElement(index, side, related, inLoop, found, inView));
        }
        space.replaceChildren(...shown);
        const { inst } = cdna.state;
        if (inst !== null && lineOf.get(inst) >= first && lineOf.get(inst) < last) {
            listing.setAttribute('aria-activedescendant', `line-${inst}`);
        } else {
            listing.removeAttribute('aria-activedescendant');
        }
    }

    // Scrolls until an instruction can be seen; always to the middle, or the top, when `where` says so.
    function scrollTo(inst, where) {
        const line = lineOf.get(inst);
        if (line === undefined) {
            return;
        }
        const top = line * lineHeight;
        const height = listing.clientHeight;
        if (where === 'top') {
            listing.scrollTop = Math.max(0, top - 2 * lineHeight);
        } else if (where || top < listing.scrollTop + lineHeight || top > listing.scrollTop + height - 2 * lineHeight) {
            listing.scrollTop = Math.max(0, top - height / 2 + lineHeight);
        }
        noteOwnTop();
    }

    // The browser tells of scrolling some time later, without saying whose it was: it is the user's where it leads elsewhere.
    function noteOwnTop() {
        ownTop = listing.scrollTop;
    }

    // The instruction that issues in the middle of the shown range.
    function follow() {
        const side = cdna.side();
        const { range, inst } = cdna.state;
        if (!side || !range || !cdna.state.follow || inst !== null && inRange(side).has(inst)) {
            return;
        }
        const { events } = side.timeline;
        const event = Math.min(events.inst.length - 1, d3.bisectLeft(events.issue, (range[0] + range[1]) / 2));
        scrollTo(events.inst[event], 'middle');
    }

    // Scrolled by the user: the timeline goes where the instruction in the middle issues.
    function scrolled() {
        paint();
        if (listing.scrollTop === ownTop) {
            return;
        }
        ownTop = null;
        const side = cdna.side();
        const { range } = cdna.state;
        if (!side || !range || !cdna.state.follow) {
            return;
        }
        const middle = Math.floor((listing.scrollTop + listing.clientHeight / 2) / lineHeight);
        const line = lines.slice(0, middle + 1).reverse().find((other) => other.inst !== undefined);
        const { timeline } = side;
        const all = line ? cdna.eventsOf(timeline, line.inst) : [];
        if (!all.length) {
            return;
        }
        // Of its executions, the one that is nearest to what is shown.
        const center = (range[0] + range[1]) / 2;
        const at = all.map((event) => timeline.events.issue[event]).sort((a, b) => Math.abs(a - center) - Math.abs(b - center))[0];
        cdna.zoomTo(at - (range[1] - range[0]) / 2, at + (range[1] - range[0]) / 2, { by: 'assembly' });
    }

    cdna.refreshAssembly = function (changed, options) {
        const side = cdna.side();
        const key = side && `${cdna.state.kernel} ${side.index} ${cdna.state.source}`;
        if (key !== shownFor) {
            build();
            shownFor = key;
            cdna.byId('place-head').textContent = side && side.version.instructions.some((instruction) => instruction.line) ? 'line' : 'address';
            listing.setAttribute('aria-label', side ? `Instructions of ${side.version.label}` : 'Instructions');
            if (side && cdna.state.inst === null) {
                scrollTo(cdna.orderOf(side.version, side.part)[0], 'top');
            } else if (side) {
                scrollTo(cdna.state.inst, 'middle');
            }
        } else if (changed.has('region') && side && cdna.state.inst === null) {
            scrollTo(cdna.orderOf(side.version, side.part)[0], 'top');
        }
        if (changed.has('inst') || changed.has('event')) {
            if (cdna.state.inst !== null) {
                scrollTo(cdna.state.inst);
            }
        } else if (changed.has('range') && options.by === 'timeline') {
            follow();
        }
        paint();
    };

    cdna.startAssembly = function () {
        listing.addEventListener('scroll', scrolled, { passive: true });
        listing.addEventListener('click', (event) => {
            const line = event.target.closest('[data-inst]');
            if (line) {
                cdna.choose(cdna.side().index, Number(line.dataset.inst), { reveal: true, push: true });
            }
        });
        new ResizeObserver(() => {
            // A list that grew may have been scrolled by it.
            noteOwnTop();
            paint();
        }).observe(listing);
    };
})(window.cdna);
