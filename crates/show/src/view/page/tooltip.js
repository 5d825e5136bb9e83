// What the pointer, or the keyboard, is on.
(function (cdna) {
    'use strict';

    const tooltip = cdna.byId('tooltip');
    const { el, number } = cdna;

    function row(name, ...value) {
        return el('div', { class: 'row' }, el('span', { class: 'name' }, name), el('span', {}, ...value));
    }

    // Names of instructions as text: for places where there is nothing to click.
    function named(version, insts) {
        if (!insts.length) {
            return 'set before the function';
        }
        const shown = insts.slice(0, 3).map((inst) => {
            const instruction = version.instructions[inst];
            return `${cdna.place(instruction)}: ${instruction.text.split(' ')[0]}`;
        });
        return `from ${shown.join(', ')}${insts.length > 3 ? ' \u2026' : ''}`;
    }

    cdna.stallText = function (side, event) {
        const events = side.timeline.events;
        const clocks = events.issue[event] - events.ready[event];
        if (!clocks) {
            return '';
        }
        const words = (cdna.stalls[events.stall[event]] || ['', events.stall[event]])[1];
        return `${number(clocks)} clocks: ${words}`;
    };

    function contents(side, event) {
        const { version, timeline } = side;
        const events = timeline.events;
        const inst = events.inst[event];
        const instruction = version.instructions[inst];
        const source = cdna.sourceOf(cdna.kernel(), instruction);
        const waves = timeline.waves > 1 ? `, wave ${events.wave[event]}` : '';
        const parts = [
            el('div', { class: 'code' }, instruction.text),
            el('div', { class: 'soft' },
                `${version.label}, ${cdna.placeInWords(instruction)}, iteration ${events.iteration[event] + 1}${waves}`),
        ];
        if (source) {
            parts.push(el('div', { class: 'soft' }, source.name, source.text ? ': ' : '', el('code', {}, source.text.trim())));
        }
        const stalled = cdna.stallText(side, event);
        if (stalled) {
            const cause = events.cause[event];
            const what = cause >= 0 ? ` (${version.instructions[events.inst[cause]].text})` : '';
            parts.push(row('stalled', cdna.stallSwatch(events.stall[event]), ` ${stalled}${what}`));
        }
        parts.push(row('ready', `${number(events.ready[event])}, issue ${number(events.issue[event])}, next ${number(events.next[event])}`));
        if (events.busy[event] > events.start[event] || events.done[event] > events.busy[event]) {
            parts.push(row(cdna.lanes[instruction.lane],
                `${number(events.start[event])} to ${number(events.busy[event])}, done ${number(events.done[event])}`));
        }
        for (const read of instruction.reads.slice(0, 5)) {
            parts.push(row('reads', el('code', {}, read.registers), ` ${named(version, read.from)}`));
        }
        if (instruction.writes.length) {
            parts.push(row('writes', el('code', {}, instruction.writes.join(', '))));
        }
        const counts = ['vmcnt', 'lgkmcnt'].filter((counter) => instruction[counter]).map((counter) => `${counter} +${instruction[counter]}`);
        if (counts.length) {
            parts.push(row('counted', counts.join(', ')));
        }
        const explanation = cdna.explanationOf(version, inst);
        if (explanation) {
            parts.push(el('div', { class: 'why' }, explanation.sentence));
        }
        return parts;
    }

    // Shows the tooltip of an event beside a place of the window; hides it without one.
    cdna.showTooltip = function (hit) {
        tooltip.hidden = !hit;
        if (!hit) {
            return;
        }
        tooltip.replaceChildren(...contents(hit.side, hit.event));
        const box = tooltip.getBoundingClientRect();
        const x = hit.x + 16 + box.width > innerWidth ? Math.max(4, hit.x - box.width - 12) : hit.x + 16;
        const y = hit.y + 18 + box.height > innerHeight ? Math.max(4, hit.y - box.height - 14) : hit.y + 18;
        tooltip.style.left = `${x}px`;
        tooltip.style.top = `${y}px`;
    };

    // Beside the bar of an event: for the keyboard.
    cdna.showTooltipAt = function (side, event) {
        const [place] = cdna.placesOf(side, event);
        const frame = cdna.byId('canvas').getBoundingClientRect();
        if (place) {
            cdna.showTooltip({ side, event, x: frame.left + Math.max(90, place.at), y: frame.top + place.y + place.height });
        }
    };
})(window.cdna);
