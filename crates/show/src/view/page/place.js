// The place in the page as a link: selection, range and panel in the fragment of the address, and the back button.
(function (cdna) {
    'use strict';

    const numbers = { k: 'kernel', r: 'region', w: 'waves', v: 'side', i: 'inst', e: 'event', l: 'latency' };
    const usual = { waves: 1 };
    let timer = 0;
    let written = '';

    function write() {
        const { state } = cdna;
        const parts = [];
        for (const [short, name] of Object.entries(numbers)) {
            if (state[name] !== null && (state[name] !== (usual[name] ?? 0) || name === 'inst' || name === 'event')) {
                parts.push(`${short}=${state[name]}`);
            }
        }
        if (state.range) {
            parts.push(`t=${state.range.map((clock) => Math.round(clock)).join('-')}`);
        }
        if (state.tab !== 'details') {
            parts.push(`p=${state.tab}`);
        }
        if (state.query) {
            parts.push(`q=${encodeURIComponent(state.query)}`);
        }
        return parts.length ? `#${parts.join('&')}` : '#';
    }

    const whole = (text, end) => (/^\d{1,9}$/.test(text || '') && Number(text) < end ? Number(text) : null);

    // The state that a fragment describes; what does not exist in this page is left out.
    function read(fragment) {
        const fields = Object.fromEntries(fragment.replace(/^#/, '').split('&').map((part) => part.split('=')));
        const kernel = whole(fields.k, cdna.data.kernels.length) ?? 0;
        const one = cdna.data.kernels[kernel];
        const region = whole(fields.r, one ? one.regions.length : 0) ?? 0;
        const side = whole(fields.v, one ? one.versions.length : 0) ?? 0;
        const waves = whole(fields.w, 2) ?? usual.waves;
        const part = one && one.regions[region] && one.regions[region].versions[side];
        const timeline = part && part.timelines[Math.min(waves, part.timelines.length - 1)];
        const inst = one ? whole(fields.i, one.versions[side].instructions.length) : null;
        let event = timeline && inst !== null ? whole(fields.e, timeline.events.inst.length) : null;
        if (timeline && inst !== null && (event === null || timeline.events.inst[event] !== inst)) {
            event = cdna.eventFor(timeline, inst, null);
        }
        const range = /^(\d{1,9})-(\d{1,9})$/.exec(fields.t || '');
        let query = '';
        try {
            query = decodeURIComponent(fields.q || '');
        } catch {
            // A link that was cut off: without the search.
        }
        return {
            kernel, region, side, waves, inst, event, query, latency: /^-?\d{1,4}$/.test(fields.l || '') ? Number(fields.l) : 0,
            range: range && Number(range[1]) < Number(range[2]) ? [Number(range[1]), Number(range[2])] : null,
            tab: cdna.tabs.some(([name]) => name === fields.p) ? fields.p : 'details',
        };
    }

    // Choices become entries of the history; panning and stepping change the current one, and not too often.
    cdna.writePlace = function (push) {
        clearTimeout(timer);
        const put = (how) => {
            const fragment = write();
            if (fragment !== written) {
                written = fragment;
                try {
                    history[how](null, '', fragment);
                } catch {
                    // In a frame without an address of its own, as in notebooks: there is no place to name.
                }
            }
        };
        if (push) {
            put('pushState');
        } else {
            timer = setTimeout(put, 250, 'replaceState');
        }
    };
    cdna.readPlace = function () {
        written = location.hash || '#';
        return read(location.hash);
    };
    cdna.startPlace = function () {
        const back = () => {
            clearTimeout(timer);
            if ((location.hash || '#') !== written) {
                cdna.set(cdna.readPlace(), { by: 'history' });
            }
        };
        window.addEventListener('popstate', back);
        window.addEventListener('hashchange', back);
    };
})(window.cdna);
