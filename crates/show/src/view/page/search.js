// The search: by text, by register (also inside ranges), by source line, by place.
(function (cdna) {
    'use strict';

    const box = cdna.byId('search');
    const none = Object.assign([], { inSide: () => new Set() });
    let hits = none;

    // Hits of the shown loop, in order: `{side, inst}`, and `inSide(index)`, the instructions of one version.
    cdna.hits = () => hits;

    function registerWanted(query) {
        const match = /^([vas])\[?(\d+)\]?$/.exec(query);
        return match && { file: match[1], number: Number(match[2]) };
    }
    const rangeOf = (name) => /^([vas])(?:(\d+)|\[(\d+):(\d+)\])$/.exec(name);
    function holds(name, wanted) {
        const match = rangeOf(name);
        if (!match || match[1] !== wanted.file) {
            return false;
        }
        const first = Number(match[2] ?? match[3]);
        const last = Number(match[2] ?? match[4]);
        return first <= wanted.number && wanted.number <= last;
    }

    function matcher(query) {
        const wanted = registerWanted(query);
        if (wanted) {
            return (kernel, instruction) => [...instruction.writes, ...instruction.reads.map((read) => read.registers)]
                .some((name) => holds(name, wanted));
        }
        const numbered = /^(?:line\s*|:|0x)?([0-9a-f]+)$/.exec(query);
        return (kernel, instruction) => {
            if (instruction.text.toLowerCase().includes(query)) {
                return true;
            }
            const source = cdna.sourceOf(kernel, instruction);
            if (source && (source.name.toLowerCase().includes(query) || source.text.toLowerCase().includes(query))) {
                return true;
            }
            return Boolean(numbered) && (String(instruction.line) === numbered[1]
                || (instruction.address !== undefined && instruction.address.toString(16) === numbered[1]));
        };
    }

    function find() {
        const query = cdna.state.query.trim().toLowerCase();
        if (!query) {
            hits = none;
            return;
        }
        const matches = matcher(query);
        const kernel = cdna.kernel();
        const bySide = new Map();
        const found = [];
        for (const side of cdna.sides()) {
            const mine = cdna.orderOf(side.version, side.part).filter((inst) => matches(kernel, side.version.instructions[inst]));
            bySide.set(side.index, new Set(mine));
            found.push(...mine.map((inst) => ({ side: side.index, inst })));
        }
        hits = Object.assign(found, { inSide: (index) => bySide.get(index) || none.inSide() });
    }

    // Goes to the next hit, or the one before.
    cdna.stepHit = function (by) {
        if (!hits.length) {
            return;
        }
        const { hit } = cdna.state;
        const next = hit < 0 ? (by > 0 ? 0 : hits.length - 1) : (hit + by + hits.length) % hits.length;
        const { side, inst } = hits[next];
        cdna.set({ hit: next });
        cdna.choose(side, inst, { reveal: true });
        show();
    };

    function show() {
        const { query, hit } = cdna.state;
        cdna.byId('hits').textContent = !query.trim() ? '' : hits.length ? `${hit < 0 ? '' : `${hit + 1} of `}${hits.length}` : 'nothing';
    }

    cdna.startSearch = function () {
        box.addEventListener('input', () => cdna.set({ query: box.value, hit: -1 }));
        box.addEventListener('keydown', (event) => {
            if (event.key === 'Enter') {
                cdna.stepHit(event.shiftKey ? -1 : 1);
            } else if (event.key === 'Escape') {
                box.value = '';
                cdna.set({ query: '', hit: -1 });
                cdna.byId('canvas').focus();
            } else {
                return;
            }
            event.preventDefault();
            event.stopPropagation();
        });
    };
    // What was found depends on the loop that is shown.
    cdna.refreshSearch = function () {
        if (box.value !== cdna.state.query) {
            box.value = cdna.state.query;
        }
        find();
        show();
    };
})(window.cdna);
