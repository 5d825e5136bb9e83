// Paints one row of bars. Where bars are narrower than a pixel or two, columns of pixels show the share of each colour
// in their time instead: nothing is dropped, and the work is bounded by the width.
(function (cdna) {
    'use strict';

    const kinds = Object.keys(cdna.kinds);
    const stalls = Object.keys(cdna.stalls);
    const tails = kinds.length + stalls.length; // colours: kinds, stalls, then tails by kind; each twice, by parity
    const colors = (tails + kinds.length) * 2;
    const kindIndex = Object.fromEntries(kinds.map((kind, index) => [kind, index]));
    const stallIndex = Object.fromEntries(stalls.map((stall, index) => [stall, kinds.length + index]));

    function fillOf(context, color) {
        const [index, parity] = [color >> 1, color & 1];
        if (index < kinds.length) {
            return cdna.kindFill(context, kinds[index], parity);
        }
        if (index < tails) {
            return cdna.stallFill(context, stalls[index - kinds.length], parity);
        }
        return cdna.tailFill(context, kinds[index - tails], parity);
    }

    // Calls `part(colour, from, to, bar)` for the parts of a bar.
    function parts(side, row, bar, part) {
        const events = side.timeline.events;
        const kind = kindIndex[side.version.instructions[events.inst[bar.event]].kind];
        const parity = events.iteration[bar.event] & 1;
        if (row.lane === 'issue') {
            if (bar.middle > bar.begin) {
                part((stallIndex[events.stall[bar.event]] ?? tails - 1) * 2 + parity, bar.begin, bar.middle, bar);
            }
            part(kind * 2 + parity, bar.middle, bar.end, bar);
        } else {
            part(kind * 2 + parity, bar.begin, bar.middle, bar);
            if (bar.tail > bar.middle) {
                part((tails + kind) * 2 + parity, bar.middle, bar.tail, bar);
            }
        }
    }

    // `view` has the scale and the edges in pixels.
    cdna.paintRow = function (context, side, row, y, height, view) {
        const [from, to] = view.scale.domain();
        const [first, last] = cdna.visible(row, from, to);
        if (last - first > (view.right - view.left) * 0.6) {
            paintColumns(context, side, row, y, height, view, first, last);
        } else {
            paintBars(context, side, row, y, height, view, first, last);
        }
    };

    function paintBars(context, side, row, y, height, view, first, last) {
        const texts = [];
        let queued = -1;
        let [begin, end] = [0, 0];
        const flush = () => {
            if (queued >= 0) {
                const tail = queued >> 1 >= tails;
                const inset = tail ? Math.max(1, height * 0.32) : 0;
                context.fillStyle = fillOf(context, queued);
                context.fillRect(begin, y + inset, Math.max(end - begin, 0.5), height - 2 * inset);
            }
            queued = -1;
        };
        const part = (color, x0, x1, bar) => {
            const a = Math.max(view.left, view.scale(x0));
            const b = Math.min(view.right, view.scale(x1));
            if (b <= view.left || a >= view.right) {
                return;
            }
            const wide = b - a > 3;
            if (color === queued && a <= end + 0.5 && !wide) {
                end = Math.max(end, b);
                return;
            }
            flush();
            queued = color;
            begin = a;
            // A hair's breadth between neighbours that can be told apart.
            end = wide ? b - 0.75 : b;
            if (color >> 1 < kinds.length && b - a > 26 && height >= 11) {
                texts.push([bar, a, b]);
            }
        };
        for (let index = first; index < last; index++) {
            parts(side, row, row.bars[index], part);
        }
        flush();
        context.font = `${Math.min(11, height - 2)}px ${cdna.color('mono')}`;
        context.textBaseline = 'middle';
        context.textAlign = 'left';
        const events = side.timeline.events;
        for (const [bar, a, b] of texts) {
            const instruction = side.version.instructions[events.inst[bar.event]];
            context.fillStyle = cdna.inkOn(instruction.kind, events.iteration[bar.event] & 1);
            const wave = row.lane !== 'issue' && side.timeline.waves > 1 ? `${events.wave[bar.event]} ` : '';
            context.fillText(shorten(wave + instruction.text, b - a - 6), a + 3, y + height / 2 + 0.5);
        }
    }

    // As much of a text as fits, the mnemonic first. A character of the font is 0.6 of its height wide.
    function shorten(text, width) {
        const most = Math.floor(width / 6.7);
        return text.length <= most ? text : text.slice(0, most);
    }

    function paintColumns(context, side, row, y, height, view, first, last) {
        const width = Math.ceil(view.right - view.left);
        const times = new Float32Array(width * colors);
        const clocks = view.scale.invert(view.left + 1) - view.scale.invert(view.left);
        const used = new Set();
        const part = (color, x0, x1) => {
            const a = Math.max(0, view.scale(x0) - view.left);
            const b = Math.min(width, view.scale(x1) - view.left);
            if (b <= a) {
                return;
            }
            used.add(color);
            for (let column = Math.floor(a); column < b; column++) {
                times[column * colors + color] += Math.min(b, column + 1) - Math.max(a, column);
            }
        };
        for (let index = first; index < last; index++) {
            parts(side, row, row.bars[index], part);
        }
        if (clocks <= 0) {
            return;
        }
        const order = [...used].sort((a, b) => a - b);
        const level = new Float32Array(width);
        for (const color of order) {
            context.fillStyle = fillOf(context, color);
            for (let column = 0; column < width; column++) {
                const share = Math.min(times[column * colors + color], 1 - level[column]);
                if (share > 0.004) {
                    const bottom = y + height * (1 - level[column]);
                    context.fillRect(view.left + column, bottom - share * height, 1, share * height);
                    level[column] += share;
                }
            }
        }
    }
})(window.cdna);
