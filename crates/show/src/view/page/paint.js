// Paints one row of bars. Where bars are narrower than a pixel or two, columns of pixels show the share of each colour
// in their time instead: nothing is dropped, and the work is bounded by the width.
(function (cdna) {
    'use strict';

    const kinds = Object.keys(cdna.kinds);
    const stalls = Object.keys(cdna.stalls);
    // Colours are numbers: kinds, stalls, then tails by kind; each twice, by parity.
    const tails = kinds.length + stalls.length;
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

    // The parts of a row's bars as columns, made once: colour, clocks from and to, and the index of the bar.
    const partsOf = new WeakMap();
    function parts(side, row) {
        if (partsOf.has(row)) {
            return partsOf.get(row);
        }
        const events = side.timeline.events;
        const color = [];
        const from = [];
        const to = [];
        const bars = [];
        const first = new Uint32Array(row.bars.length + 1); // index of the first part of a bar
        const add = (index, what, x0, x1) => {
            color.push(what);
            from.push(x0);
            to.push(x1);
            bars.push(index);
        };
        row.bars.forEach((bar, index) => {
            const kind = kindIndex[side.version.instructions[events.inst[bar.event]].kind];
            const parity = events.iteration[bar.event] & 1;
            first[index] = color.length;
            if (row.lane !== 'issue') {
                add(index, kind * 2 + parity, bar.begin, bar.middle);
                if (bar.tail > bar.middle) {
                    add(index, (tails + kind) * 2 + parity, bar.middle, bar.tail);
                }
            } else {
                if (bar.middle > bar.begin) {
                    add(index, (stallIndex[events.stall[bar.event]] ?? tails - 1) * 2 + parity, bar.begin, bar.middle);
                }
                add(index, kind * 2 + parity, bar.middle, bar.end);
            }
        });
        first[row.bars.length] = color.length;
        const made = { color: Uint8Array.from(color), from: Float64Array.from(from), to: Float64Array.from(to), bars: Uint32Array.from(bars), first };
        partsOf.set(row, made);
        return made;
    }

    // `view` has the scale and the edges in pixels.
    cdna.paintRow = function (context, side, row, y, height, view) {
        const [from, to] = view.scale.domain();
        const [first, last] = cdna.visible(row, from, to);
        const all = parts(side, row);
        // Pixels of a clock as a line: d3's scale is too general for a hundred thousand calls.
        const slope = (view.scale(to) - view.scale(from)) / (to - from);
        const place = { first: all.first[first], last: all.first[last], slope, shift: view.scale(from) - from * slope };
        if (last - first > (view.right - view.left) * 0.6) {
            paintColumns(context, all, y, height, view, place);
        } else {
            paintBars(context, side, row, all, y, height, view, place);
        }
    };

    function paintBars(context, side, row, all, y, height, view, { first, last, slope, shift }) {
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
        for (let index = first; index < last; index++) {
            const color = all.color[index];
            const a = Math.max(view.left, all.from[index] * slope + shift);
            const b = Math.min(view.right, all.to[index] * slope + shift);
            if (b <= view.left || a >= view.right) {
                continue;
            }
            const wide = b - a > 3;
            if (color === queued && a <= end + 0.5 && !wide) {
                end = Math.max(end, b);
                continue;
            }
            flush();
            queued = color;
            begin = a;
            // A hair's breadth between neighbours that can be told apart.
            end = wide ? b - 0.75 : b;
            if (color >> 1 < kinds.length && b - a > 14 && height >= 11) {
                texts.push([row.bars[all.bars[index]], a, b]);
            }
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
            context.fillText(shorten(wave, instruction.text, b - a - 6), a + 3, y + height / 2 + 0.5);
        }
    }

    // As much of a text as fits, if that says something; the number of the wave alone where there is no more room. A
    // character of the font is 0.6 of its height wide.
    function shorten(wave, text, width) {
        const most = Math.floor(width / 6.7) - wave.length;
        return most >= Math.min(6, text.length) ? wave + text.slice(0, most) : wave.trim();
    }

    function paintColumns(context, all, y, height, view, { first, last, slope, shift }) {
        const width = Math.ceil(view.right - view.left);
        const times = new Map(); // colour to the share of it in each column
        for (let index = first; index < last; index++) {
            const a = Math.max(0, all.from[index] * slope + shift - view.left);
            const b = Math.min(width, all.to[index] * slope + shift - view.left);
            if (b > a) {
                const color = all.color[index];
                let shares = times.get(color);
                if (!shares) {
                    times.set(color, shares = new Float32Array(width + 1));
                }
                for (let column = Math.floor(a); column < b; column++) {
                    shares[column] += Math.min(b, column + 1) - Math.max(a, column);
                }
            }
        }
        // The colours of a column stand on each other, in whole pixels, so that neighbours of the same height are one rectangle.
        const level = new Float32Array(width + 1);
        const drawn = new Int16Array(width + 1);
        const ratio = window.devicePixelRatio || 1;
        const pixels = Math.round(height * ratio);
        for (const color of [...times.keys()].sort((a, b) => a - b)) {
            const shares = times.get(color);
            context.fillStyle = fillOf(context, color);
            let begin = 0;
            let [low, high] = [0, 0];
            for (let column = 0; column <= width; column++) {
                const bottom = drawn[column];
                level[column] = Math.min(1, level[column] + shares[column]);
                const top = column < width ? Math.round(level[column] * pixels) : bottom;
                if (column === width || bottom !== low || top !== high) {
                    if (high > low) {
                        context.fillRect(view.left + begin, y + (pixels - high) / ratio, column - begin, (high - low) / ratio);
                    }
                    begin = column;
                    [low, high] = [bottom, top];
                }
                drawn[column] = top;
            }
        }
    }
})(window.cdna);
