// What was moved: the two orders of a loop beside each other, with curves between the places of an instruction.
(function (cdna) {
    'use strict';

    const { el, svg, number } = cdna;
    const rowHeight = 17;
    const between = 150; // width of the curves
    let fold = true;
    let shown = null; // what is shown: rows, and where the instructions are

    // Indices of a longest increasing subsequence: patience sorting.
    cdna.longestIncreasing = function (values) {
        const tops = []; // for each length, the index of the smallest last value
        const before = [];
        values.forEach((value, index) => {
            let low = 0;
            let high = tops.length;
            while (low < high) {
                const middle = (low + high) >> 1;
                if (values[tops[middle]] < value) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            before[index] = low ? tops[low - 1] : -1;
            tops[low] = index;
        });
        const found = [];
        for (let index = tops.length ? tops[tops.length - 1] : -1; index >= 0; index = before[index]) {
            found.push(index);
        }
        return found.reverse();
    };

    // Both orders, and what became of each instruction: `{left, right, moved, added, removed}`. `moved` has `{left, right, by}`
    // with instructions and how many of those that stayed it passes, negative when it is earlier.
    const comparisons = new WeakMap();
    cdna.comparison = function () {
        const region = cdna.kernel() && cdna.region();
        const sides = cdna.sides();
        if (!region || sides.length < 2) {
            return null;
        }
        if (!comparisons.has(region)) {
            comparisons.set(region, compare(region, sides));
        }
        return comparisons.get(region);
    };

    function compare(region, sides) {
        const [left, code] = sides.map(({ version, part }) => cdna.orderOf(version, part));
        const placeOf = (order) => new Map(order.map((inst, place) => [inst, place]));
        const placeLeft = placeOf(left);
        const inCode = placeOf(code);
        const pairs = region.same.filter(([a, b]) => placeLeft.has(a) && inCode.has(b))
            .sort((a, b) => placeLeft.get(a[0]) - placeLeft.get(b[0]));
        const turn = region.is_loop ? bestTurn(pairs.map(([, b]) => inCode.get(b)), code.length) : 0;
        const right = [...code.slice(turn), ...code.slice(0, turn)];
        const placeRight = placeOf(right);
        const kept = new Set(cdna.longestIncreasing(pairs.map(([, b]) => placeRight.get(b))));
        const anchors = pairs.filter((_, index) => kept.has(index));
        // How many of those that stayed an instruction passes.
        const keptLeft = anchors.map(([a]) => placeLeft.get(a));
        const keptRight = anchors.map(([, b]) => placeRight.get(b));
        const moved = pairs.filter((_, index) => !kept.has(index)).map(([a, b]) => ({
            left: a, right: b, by: d3.bisectLeft(keptRight, placeRight.get(b)) - d3.bisectLeft(keptLeft, placeLeft.get(a)),
        }));
        const [knownLeft, knownRight] = [new Set(pairs.map(([a]) => a)), new Set(pairs.map(([, b]) => b))];
        return {
            left, right, placeLeft, placeRight, moved, anchors, turn, begin: code[0], sides: sides.map(({ index }) => index),
            removed: left.filter((inst) => !knownLeft.has(inst)),
            added: right.filter((inst) => !knownRight.has(inst)),
        };
    }

    // A loop whose iterations overlap begins elsewhere: where to begin its order so that most of it stays. None but a clear
    // gain counts. At most some hundred beginnings are tried.
    function bestTurn(places, length) {
        const stay = (turn) => cdna.longestIncreasing(places.map((place) => (place - turn + length) % length)).length;
        const straight = stay(0);
        let best = { turn: 0, stays: straight + places.length / 20 };
        const stepBy = Math.max(1, Math.ceil(length / 200));
        for (let turn = stepBy; turn < length && straight < places.length * 0.9; turn += stepBy) {
            const stays = stay(turn);
            if (stays > best.stays) {
                best = { turn, stays };
            }
        }
        return best.turn;
    }

    // Rows of both columns: what stayed is on the same row. Long stretches without change are one row when folded.
    // Where much was moved that would be more gaps than rows: there each order is on its own, and faint curves connect what stayed.
    function makeRows(comparison) {
        const { left: leftOrder, right: rightOrder } = comparison;
        if (scattered(comparison)) {
            return Array.from({ length: Math.max(leftOrder.length, rightOrder.length) }, (_, row) => ({ left: leftOrder[row], right: rightOrder[row] }));
        }
        const rows = [];
        let [i, j] = [0, 0];
        let run = [];
        const flush = () => {
            if (fold && run.length > 5) {
                rows.push(run[0], { folded: run.length - 2 }, run[run.length - 1]);
            } else {
                rows.push(...run);
            }
            run = [];
        };
        const { left, right, placeLeft, placeRight } = comparison;
        const until = (leftEnd, rightEnd) => {
            if (i < leftEnd || j < rightEnd) {
                flush();
            }
            while (i < leftEnd || j < rightEnd) {
                rows.push({ left: i < leftEnd ? left[i++] : undefined, right: j < rightEnd ? right[j++] : undefined });
            }
        };
        for (const [a, b] of comparison.anchors) {
            until(placeLeft.get(a), placeRight.get(b));
            run.push({ left: a, right: b, same: true });
            i += 1;
            j += 1;
        }
        until(left.length, right.length);
        flush();
        return rows;
    }

    const scattered = (comparison) => comparison.moved.length > 0.3 * (comparison.moved.length + comparison.anchors.length);

    function cell(comparison, which, inst, what) {
        if (inst === undefined) {
            return el('span', { class: `cell ${which} none` });
        }
        const index = comparison.sides[which === 'left' ? 0 : 1];
        const instruction = cdna.kernel().versions[index].instructions[inst];
        const selected = cdna.state.side === index && cdna.state.inst === inst;
        const begins = which === 'right' && comparison.turn && inst === comparison.begin;
        return el('button', {
            type: 'button', class: `cell ${which} ${what.name}${selected ? ' selected' : ''}${begins ? ' begins' : ''}`, 'data-inst': inst, 'data-pair': what.pair,
            title: what.title, onclick: () => cdna.choose(index, inst, { reveal: true, keepTab: true, push: true }),
            onmouseenter: () => emphasize(what.pair), onmouseleave: () => emphasize(null),
        }, el('span', { class: 'place' }, cdna.place(instruction)), el('span', { class: 'text' }, instruction.text),
        what.note ? el('span', { class: 'note' }, what.note) : '');
    }

    function emphasize(pair) {
        for (const element of cdna.byId('order').querySelectorAll('[data-pair]')) {
            element.classList.toggle('emphasized', pair !== null && pair !== undefined && element.dataset.pair === String(pair));
        }
    }

    function summary(comparison) {
        const [from, to] = comparison.sides.map((index) => cdna.kernel().versions[index]);
        const byKind = new Map();
        for (const { left, by } of comparison.moved) {
            const { kind } = from.instructions[left];
            const entry = byKind.get(kind) || { earlier: 0, later: 0 };
            entry[by < 0 ? 'earlier' : 'later'] += 1;
            byKind.set(kind, entry);
        }
        const kinds = [...byKind].sort((a, b) => b[1].earlier + b[1].later - a[1].earlier - a[1].later).map(([kind, { earlier, later }]) =>
            el('span', { class: 'entry' }, cdna.kindSwatch(kind), `${cdna.kinds[kind]} ${[earlier && `${earlier} earlier`, later && `${later} later`].filter(Boolean).join(', ')}`));
        return el('div', { class: 'order-head' },
            el('strong', {}, `${number(comparison.moved.length)} of ${number(comparison.left.length)} moved`),
            el('span', {}, `${number(comparison.removed.length)} taken out, ${number(comparison.added.length)} added`),
            comparison.turn ? el('span', {}, `iterations overlap: the loop begins at ${cdna.place(to.instructions[comparison.begin])}`) : '',
            ...kinds, el('span', { class: 'grow' }),
            scattered(comparison) ? '' : el('label', {}, el('input', { type: 'checkbox', id: 'fold', checked: fold, onchange: (event) => { fold = event.target.checked; cdna.refreshOrder(); } }), ' Fold what stayed'),
            el('div', { class: 'order-names' }, el('span', {}, from.label), el('span', {}, to.label)));
    }

    function describe(comparison) {
        const what = { left: new Map(), right: new Map() };
        comparison.moved.forEach((move, pair) => {
            const words = `${move.by < 0 ? 'earlier' : 'later'} than ${number(Math.abs(move.by))} of those that stayed`;
            const note = `${move.by < 0 ? '\u25b2' : '\u25bc'}${Math.abs(move.by)}`;
            what.left.set(move.left, { name: 'moved', pair, title: `moved ${words}`, note: '' });
            what.right.set(move.right, { name: 'moved', pair, title: `moved ${words}`, note });
        });
        comparison.removed.forEach((inst) => what.left.set(inst, { name: 'removed', title: 'taken out', note: '\u2212' }));
        comparison.added.forEach((inst) => what.right.set(inst, { name: 'added', title: 'added', note: '+' }));
        return what;
    }

    function paint() {
        if (!shown || !shown.scroller.isConnected) {
            return;
        }
        const { scroller, body, comparison, rows, what, places } = shown;
        const first = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - 4);
        const last = Math.min(rows.length, Math.ceil((scroller.scrollTop + scroller.clientHeight) / rowHeight) + 4);
        const stayed = { name: 'same', title: '' };
        const visible = [];
        for (let index = first; index < last; index++) {
            const row = rows[index];
            const style = { top: `${index * rowHeight}px` };
            visible.push(row.folded ? el('div', { class: 'order-row folded', style }, `${number(row.folded)} in the same order`)
                : el('div', { class: 'order-row', style }, cell(comparison, 'left', row.left, what.left.get(row.left) || stayed),
                    cell(comparison, 'right', row.right, what.right.get(row.right) || stayed)));
        }
        const middle = (index) => (index - first + 0.5) * rowHeight;
        const curve = d3.linkHorizontal();
        const height = (last - first) * rowHeight;
        const drawing = svg('svg', { class: 'curves', width: between, height, style: { top: `${first * rowHeight}px` }, 'aria-hidden': true });
        const connect = (left, right, name, pair) => {
            const [a, b] = [places.left.get(left), places.right.get(right)];
            if (Math.max(a, b) >= first && Math.min(a, b) <= last) {
                drawing.append(svg('path', { d: curve({ source: [0, middle(a)], target: [between, middle(b)] }), class: `curve ${name}`, 'data-pair': pair }));
            }
        };
        if (scattered(comparison)) {
            comparison.anchors.forEach(([left, right]) => connect(left, right, 'stayed'));
        }
        comparison.moved.forEach((move, pair) => {
            const { kind } = cdna.kernel().versions[comparison.sides[0]].instructions[move.left];
            connect(move.left, move.right, `kind-${kind}`, pair);
        });
        body.replaceChildren(drawing, ...visible);
    }

    cdna.refreshOrder = function () {
        const panel = cdna.byId('order');
        const comparison = cdna.comparison();
        if (cdna.state.tab !== 'order') {
            return;
        }
        if (!comparison) {
            shown = null;
            panel.replaceChildren(el('p', { class: 'soft' }, 'There is one version of this loop, and nothing to compare it with.'));
            return;
        }
        const top = shown && shown.comparison === comparison ? shown.scroller.scrollTop : null;
        const rows = makeRows(comparison);
        const places = { left: new Map(), right: new Map() };
        rows.forEach((row, index) => {
            places.left.set(row.left, index);
            places.right.set(row.right, index);
        });
        const body = el('div', { class: 'order-body', style: { height: `${rows.length * rowHeight}px` } });
        const scroller = el('div', { class: 'scroller order-scroller', onscroll: paint }, body);
        shown = { scroller, body, comparison, rows, places, what: describe(comparison) };
        panel.replaceChildren(summary(comparison), scroller);
        const firstMove = scattered(comparison) ? 0 : rows.findIndex((row) => !row.same && !row.folded);
        scroller.scrollTop = top ?? Math.max(0, firstMove - 3) * rowHeight;
        paint();
    };
    cdna.resizeOrder = paint;
})(window.cdna);
