// What kinds, units and stalls are called, and how they are painted. Colours are those of page.css (after Okabe and Ito);
// patterns tell stalls apart without colour: slanted lines wait for a result, dots for a unit that is full or busy.
(function (cdna) {
    'use strict';

    cdna.kinds = {
        matrix: 'matrix', valu: 'VALU', lds: 'LDS', vmem_load: 'load', vmem_store: 'store', salu: 'scalar', smem: 'scalar load',
        wait: 'wait', nop: 'nop', barrier: 'barrier', branch: 'branch', other: 'other',
    };
    cdna.lanes = { issue: 'issue', matrix: 'matrix', valu: 'VALU', lds: 'LDS', vmem: 'vector mem', scalar: 'scalar' };
    const lines = 'lines';
    const back = 'back';
    const dots = 'dots';
    const cross = 'cross';
    // Name, in words, colour and pattern of each reason to stall.
    cdna.stalls = {
        vmcnt: ['vmcnt', 'waits for vector memory (vmcnt)', 'vmem', lines],
        lgkmcnt: ['lgkmcnt', 'waits for LDS or scalar memory (lgkmcnt)', 'lds', lines],
        barrier: ['barrier', 'waits for other waves at the barrier', 'barrier', cross],
        distance: ['distance', 'keeps a distance from an instruction of another kind', 'result', back],
        result: ['result', 'the result of arithmetic is not ready', 'result', back],
        matrix_busy: ['matrix busy', 'the matrix pipe is busy', 'matrix', dots],
        valu_busy: ['VALU busy', 'the vector ALU is busy', 'valu', dots],
        valu_start: ['VALU start', 'the vector ALU starts slowly after a pause', 'valu', back],
        port_busy: ['port busy', 'the port to LDS and vector memory is busy', 'store', dots],
        lds_full: ['LDS full', 'LDS takes no more instructions', 'lds', dots],
        vmem_full: ['vector mem full', 'vector memory takes no more instructions', 'vmem', dots],
        scalar_busy: ['scalar busy', 'the scalar unit is busy', 'scalar', dots],
        counter_full: ['counter full', 'a counter cannot count one more', 'other', cross],
        unknown: ['not said', 'measured; the recording does not say why', 'other', back],
    };
    cdna.spentName = (what) => (what === 'fillers' ? 'waits and nops' : what === 'issue' ? 'issue' : (cdna.stalls[what] || [what])[0]);

    const kindColors = {
        matrix: 'matrix', valu: 'valu', lds: 'lds', vmem_load: 'vmem', vmem_store: 'store', salu: 'scalar', smem: 'scalar',
        wait: 'filler', nop: 'filler', barrier: 'barrier', branch: 'other', other: 'other',
    };

    // The named colours of the style sheet, read anew when the theme changes.
    let named = {};
    cdna.color = function (name) {
        if (!(name in named)) {
            named[name] = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
        }
        return named[name];
    };

    function parts(color) {
        const value = parseInt(color.slice(1), 16);
        return [value >> 16, (value >> 8) & 255, value & 255];
    }
    // `share` of a colour on the background.
    cdna.mix = function (color, share, other) {
        const under = parts(other || cdna.color('canvas'));
        return `rgb(${parts(color).map((part, i) => Math.round(part * share + under[i] * (1 - share))).join(',')})`;
    };

    // A small tile of a pattern.
    function pattern(color, form, share) {
        const scale = window.devicePixelRatio || 1;
        const size = 6;
        const tile = document.createElement('canvas');
        tile.width = tile.height = size * scale;
        const context = tile.getContext('2d');
        context.scale(scale, scale);
        context.fillStyle = cdna.mix(color, 0.22 * share);
        context.fillRect(0, 0, size, size);
        context.strokeStyle = context.fillStyle = cdna.mix(color, 0.55 + 0.45 * share);
        context.lineWidth = 1.5;
        context.beginPath();
        const stroke = (x0, y0, x1, y1) => {
            for (const shift of [-size, 0, size]) {
                context.moveTo(x0 + shift, y0);
                context.lineTo(x1 + shift, y1);
            }
        };
        if (form === dots) {
            context.fillRect(1, 1, 2, 2);
            context.fillRect(4, 4, 2, 2);
        }
        if (form === lines) {
            stroke(0, size, size, 0);
        }
        if (form === back || form === cross) {
            stroke(0, 0, size, size);
        }
        if (form === cross) {
            stroke(0, size, size, 0);
        }
        context.stroke();
        return { tile, scale };
    }

    const made = new Map();
    function fill(context, key, make) {
        if (!made.has(key)) {
            made.set(key, make());
        }
        const found = made.get(key);
        if (typeof found === 'string') {
            return found;
        }
        if (!found.fill) {
            found.fill = context.createPattern(found.tile, 'repeat');
            found.fill.setTransform(new DOMMatrix().scale(1 / found.scale));
        }
        return found.fill;
    }

    // Every second iteration is paler, so that what reaches into the next one can be told apart.
    const paler = (parity) => (parity ? 0.62 : 1);
    cdna.kindFill = (context, kind, parity) =>
        fill(context, `${kind}${parity}`, () => cdna.mix(cdna.color(kindColors[kind]), paler(parity)));
    cdna.tailFill = (context, kind, parity) =>
        fill(context, `tail ${kind}${parity}`, () => cdna.mix(cdna.color(kindColors[kind]), 0.34 * paler(parity)));
    cdna.stallFill = function (context, stall, parity) {
        const [, , color, form] = cdna.stalls[stall] || cdna.stalls.counter_full;
        return fill(context, `stall ${stall}${parity}`, () => pattern(cdna.color(color), form, paler(parity)));
    };

    // Black or white, whichever can be read on the colour of a kind.
    cdna.inkOn = function (kind, parity) {
        const key = `ink ${kind}${parity}`;
        if (!made.has(key)) {
            const [r, g, b] = cdna.mix(cdna.color(kindColors[kind]), paler(parity)).match(/\d+/g).map(Number);
            made.set(key, 0.299 * r + 0.587 * g + 0.114 * b > 140 ? '#000' : '#fff');
        }
        return made.get(key);
    };

    // For the parts of the page that are no canvas: a swatch with the same colour and pattern.
    function swatch(fillOf) {
        const canvas = cdna.el('canvas', { class: 'swatch', 'aria-hidden': true, width: 24, height: 24 });
        const context = canvas.getContext('2d');
        context.scale(2, 2);
        context.fillStyle = fillOf(context);
        context.fillRect(0, 0, 12, 12);
        return canvas;
    }
    cdna.kindSwatch = (kind) => swatch((context) => cdna.kindFill(context, kind, 0));
    cdna.stallSwatch = (stall) => swatch((context) => cdna.stallFill(context, stall, 0));
    cdna.spentSwatch = (what) => (what === 'issue' ? swatch(() => cdna.color('work')) : what === 'fillers' ? cdna.kindSwatch('wait') : cdna.stallSwatch(what));

    cdna.dark = () => (cdna.state.theme ? cdna.state.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);

    // Sets the theme on the document, and forgets colours that were read.
    cdna.applyTheme = function () {
        if (cdna.state.theme) {
            document.documentElement.dataset.theme = cdna.state.theme;
        } else {
            delete document.documentElement.dataset.theme;
        }
        named = {};
        made.clear();
        // For the style sheet: the patterns of stalls as images.
        for (const [stall, [, , color, form]] of Object.entries(cdna.stalls)) {
            const { tile } = pattern(cdna.color(color), form, 1);
            document.documentElement.style.setProperty(`--pattern-${stall}`, `url(${tile.toDataURL()}) 0 0 / 6px`);
        }
    };
})(window.cdna);
