// The page's data, its state, and small helpers. Everything that the other scripts share hangs on the object `cdna`.
(function (cdna) {
    'use strict';

    cdna.data = JSON.parse(document.getElementById('cdnasched-data').textContent);

    // Makes an element. Names and texts of the data come from untrusted files: they become text, never markup.
    cdna.el = function (tag, properties, ...children) {
        const element = document.createElement(tag);
        setAll(element, properties);
        element.append(...children.filter((child) => child !== null && child !== undefined));
        return element;
    };

    cdna.svg = function (tag, properties, ...children) {
        const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
        setAll(element, properties);
        element.append(...children);
        return element;
    };

    function setAll(element, properties) {
        for (const [name, value] of Object.entries(properties || {})) {
            if (value === null || value === undefined || value === false) {
                continue;
            }
            if (name.startsWith('on')) {
                element.addEventListener(name.slice(2), value);
            } else if (name === 'style') {
                Object.entries(value).forEach(([key, text]) => element.style.setProperty(key, text));
            } else {
                element.setAttribute(name, value === true ? '' : value);
            }
        }
    }

    cdna.byId = (id) => document.getElementById(id);

    // Digits in groups of three; one place after the point where it says something.
    const formats = [0, 1].map((digits) => new Intl.NumberFormat('en-US', { maximumFractionDigits: digits }));
    cdna.number = (value) => formats[Number.isInteger(value) || Math.abs(value) >= 1000 ? 0 : 1].format(value);

    cdna.signed = (value) => (value > 0 ? '+' : value < 0 ? '\u2212' : '\u00b1') + cdna.number(Math.abs(value));

    cdna.plural = (count, word) => `${cdna.number(count)} ${word}${count === 1 ? '' : 's'}`;

    // What is shown. `waves` counts the timelines of a loop (the last one: own waves), `side` the versions; `latency` is by how
    // many clocks memory is slower than assumed; `range` is null when everything is shown.
    const initial = {
        kernel: 0, region: 0, waves: 1, latency: 0, side: 0, inst: null, event: null, range: null, tab: 'details',
        theme: null, query: '', hit: -1, source: true, follow: true, large: false,
    };
    cdna.state = { ...initial };
    const listeners = [];

    // Calls `listener(changed)` with the set of the names that changed.
    cdna.onChange = (listener) => listeners.push(listener);

    // Changes the state, and tells everyone. What belongs to the loop that was left is forgotten.
    cdna.set = function (patch, options) {
        const state = cdna.state;
        const changed = new Set(Object.keys(patch).filter((name) => state[name] !== patch[name]));
        const elsewhere = changed.has('kernel') || changed.has('region');
        if (changed.has('kernel') && !('region' in patch)) {
            patch = { ...patch, region: 0 };
        }
        if (elsewhere) {
            patch = { inst: null, event: null, range: null, hit: -1, latency: 0, ...patch };
        } else if (changed.has('waves')) {
            patch = { event: null, range: null, ...patch };
        }
        for (const [name, value] of Object.entries(patch)) {
            if (state[name] !== value) {
                state[name] = value;
                changed.add(name);
            }
        }
        if (changed.size) {
            listeners.forEach((listener) => listener(changed, options || {}));
        }
    };

    // A value for each object of the data, made when it is first asked for.
    cdna.memo = function (make) {
        const known = new WeakMap();
        return function (object) {
            if (!known.has(object)) {
                known.set(object, make(object));
            }
            return known.get(object);
        };
    };
})(window.cdna = window.cdna || {});
