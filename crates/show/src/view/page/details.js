// The panel about the selected instruction: what it waited for, why a wait or a nop is there, and where values come from
// and go to.
(function (cdna) {
    'use strict';

    const { el, number } = cdna;
    const mostReasons = 4; // that are shown at once

    // A button that goes to an instruction.
    cdna.link = function (side, inst, more) {
        const instruction = side.version.instructions[inst];
        return el('button', { type: 'button', class: 'link', 'data-inst': inst, onclick: () => cdna.choose(side.index, inst, { reveal: true, push: true }) },
            el('span', { class: 'place' }, cdna.place(instruction)), ' ', instruction.text, more || '');
    };

    // Instructions of a version by line and by address.
    const placesOf = cdna.memo((version) => {
        const places = new Map();
        version.instructions.forEach((instruction, inst) => {
            if (instruction.line) {
                places.set(`line ${instruction.line}`, inst);
            }
            if (instruction.address !== undefined) {
                places.set(`0x${instruction.address.toString(16)}`, inst);
            }
        });
        return places;
    });

    // A text in which the lines and addresses of instructions lead to them.
    cdna.linked = function (side, text) {
        return text.split(/\b(line \d+|0x[0-9a-f]+)\b/).map((part) => {
            const inst = placesOf(side.version).get(part);
            return inst === undefined ? part : el('button', {
                type: 'button', class: 'link inline', 'data-inst': inst, title: side.version.instructions[inst].text,
                onclick: () => cdna.choose(side.index, inst, { reveal: true, push: true }),
            }, part);
        });
    };

    function fact(name, ...value) {
        return [el('dt', {}, name), el('dd', {}, ...value)];
    }

    function list(side, insts, most) {
        const shown = insts.slice(0, most).map((inst) => el('div', {}, cdna.link(side, inst)));
        if (insts.length > most) {
            shown.push(el('div', { class: 'soft' }, `and ${cdna.number(insts.length - most)} more`));
        }
        return shown;
    }

    function reasonFacts(side, reason) {
        const { version } = side;
        const facts = [];
        if (reason.producer !== undefined) {
            facts.push(...fact('producer', cdna.link(side, reason.producer)));
        }
        if (reason.consumer !== undefined) {
            facts.push(...fact('consumer', cdna.link(side, reason.consumer)));
        }
        if (reason.register) {
            facts.push(...fact('register', el('code', {}, reason.register)));
        }
        if (reason.counter) {
            const count = reason.count === undefined ? '' : `, ${reason.count} or less suffices`;
            facts.push(...fact('counter', el('code', {}, reason.counter), count));
        }
        if (reason.rule) {
            facts.push(...fact('rule', el('code', {}, reason.rule), reason.why ? `: ${reason.why}` : ''));
        } else if (reason.why) {
            facts.push(...fact('why', reason.why));
        }
        if (reason.need !== undefined) {
            const have = reason.have === undefined ? '' : `, there are ${reason.have}`;
            facts.push(...fact('wait states', `${reason.need} needed${have}`));
        }
        if (reason.document) {
            facts.push(...fact('document', reason.document));
        }
        if (reason.path.length) {
            facts.push(...fact('path', reason.path.map((block) => version.blocks[block]?.label ?? block).join(' \u2192 ')));
        }
        return facts;
    }

    function why(side, inst) {
        const explanation = cdna.explanationOf(side.version, inst);
        if (!explanation) {
            return null;
        }
        // The sentence of the whole repeats that of the reason that decides, which is shown in its place. What happens in every
        // iteration comes before what happens once.
        const decides = (reason) => explanation.sentence.startsWith(reason.sentence);
        const often = new Set(cdna.orderOf(side.version, side.part));
        const rank = (reason) => (often.has(reason.producer) ? 2 : 0) + (decides(reason) ? 1 : 0);
        const reasons = [...explanation.reasons].sort((one, other) => rank(other) - rank(one));
        const shown = reasons.map((reason) => el('div', { class: 'reason' },
            el('p', { class: 'sentence' }, ...cdna.linked(side, reason.sentence)), el('dl', {}, ...reasonFacts(side, reason))));
        const rest = shown.splice(mostReasons);
        return el('section', { class: 'wide' }, el('h3', {}, 'Why it is here'),
            reasons.some(decides) ? null : el('p', { class: 'sentence' }, ...cdna.linked(side, explanation.sentence)),
            ...shown, rest.length ? el('details', {}, el('summary', {}, cdna.plural(rest.length, 'more reason')), ...rest) : null);
    }

    function times(side, inst, event) {
        const { timeline, version } = side;
        const events = timeline.events;
        const facts = [];
        const stalled = cdna.stallText(side, event);
        facts.push(...fact('stalled', ...(stalled ? [cdna.stallSwatch(events.stall[event]), ` ${stalled}`] : ['no'])));
        const cause = events.cause[event];
        if (stalled && cause >= 0) {
            facts.push(...fact('for', cdna.link(side, events.inst[cause])));
        }
        facts.push(...fact('ready', number(events.ready[event])));
        facts.push(...fact('issue', `${number(events.issue[event])}, next ${number(events.next[event])}`));
        if (events.busy[event] > events.start[event] || events.done[event] > events.busy[event]) {
            const queued = events.start[event] > events.issue[event] ? `, in the queue for ${number(events.start[event] - events.issue[event])}` : '';
            facts.push(...fact(cdna.lanes[version.instructions[inst].lane], `${number(events.start[event])} to ${number(events.busy[event])}${queued}`));
            facts.push(...fact('done', `${number(events.done[event])}, ${number(events.done[event] - events.issue[event])} after issue`));
        }
        const all = cdna.eventsOf(timeline, inst).filter((other) => events.wave[other] === events.wave[event]);
        if (all.length > 1) {
            facts.push(...fact('stalls', `${all.map((other) => number(events.issue[other] - events.ready[other])).join(', ')} clocks in the iterations`));
        }
        const waves = timeline.waves > 1 ? `, wave ${events.wave[event]}` : '';
        return el('section', {}, el('h3', {}, `Clocks (iteration ${events.iteration[event] + 1}${waves})`), el('dl', {}, ...facts));
    }

    function values(side, inst) {
        const instruction = side.version.instructions[inst];
        const users = cdna.users(side.version)[inst];
        if (!instruction.reads.length && !instruction.writes.length) {
            return null;
        }
        const facts = [];
        for (const read of instruction.reads) {
            const from = read.from.length ? list(side, read.from, 6) : [el('span', { class: 'soft' }, 'set before the function')];
            facts.push(...fact(el('span', {}, 'reads ', el('code', {}, read.registers)), ...from));
        }
        const readers = [...new Set(users.map((user) => user.inst))];
        if (instruction.writes.length) {
            const writes = el('span', {}, 'writes ', el('code', {}, instruction.writes.join(', ')));
            facts.push(...fact(writes, ...(readers.length ? [el('span', { class: 'soft' }, 'read by'), ...list(side, readers, 12)] : [el('span', { class: 'soft' }, 'read by nothing in this function')])));
        }
        return el('section', {}, el('h3', {}, 'Values'), el('dl', {}, ...facts));
    }

    function empty() {
        const sides = cdna.sides();
        if (!sides.length) {
            return el('p', { class: 'soft' }, 'There is nothing to show: no function was taken in.');
        }
        const worst = sides.map((side) => {
            const order = cdna.orderOf(side.version, side.part).map((inst) => ({ inst, ...cdna.stallOf(side.timeline, inst) }))
                .filter((found) => found.clocks > 0).sort((a, b) => b.clocks - a.clocks).slice(0, 6);
            return el('section', {}, el('h3', {}, `${side.version.label}: the longest stalls of an iteration`),
                order.length ? el('ol', { class: 'worst' }, ...order.map((found) => el('li', {},
                    el('span', { class: 'clocks' }, number(Math.round(found.clocks))), cdna.stallSwatch(found.reason), ' ', cdna.link(side, found.inst))))
                    : el('p', { class: 'soft' }, 'It never stalls.'));
        });
        return el('div', { class: 'columns' }, ...worst,
            el('p', { class: 'soft hint' }, 'Click a bar or a line of the assembly; j and k step through the instructions, w goes to the next wait, ? shows all keys.'));
    }

    cdna.refreshDetails = function () {
        const panel = cdna.byId('details');
        const side = cdna.side();
        const { inst, event } = cdna.state;
        if (!side || inst === null) {
            panel.replaceChildren(empty());
            return;
        }
        const { version, timeline } = side;
        const instruction = version.instructions[inst];
        const source = cdna.sourceOf(cdna.kernel(), instruction);
        const block = cdna.blockOf(version, inst);
        const counts = ['vmcnt', 'lgkmcnt'].filter((counter) => instruction[counter]).map((counter) => `${counter} counts ${instruction[counter]}`);
        const where = [version.label, cdna.placeInWords(instruction), block && `block ${block.label}`, ...counts].filter(Boolean).join(', ');
        panel.replaceChildren(
            el('h2', {}, el('code', {}, instruction.text)),
            el('p', { class: 'soft' }, where, source ? ', ' : '', source ? el('span', { title: source.full }, source.name) : '',
                source && source.text ? el('code', { class: 'source' }, source.text.trim()) : ''),
            el('div', { class: 'columns' }, ...[
                why(side, inst),
                event === null ? el('section', {}, el('h3', {}, 'Clocks'), el('p', { class: 'soft' }, 'It is not part of this loop.')) : times(side, inst, event, timeline),
                values(side, inst),
            ].filter(Boolean)));
        panel.scrollTop = 0;
    };
})(window.cdna);
