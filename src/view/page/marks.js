// What is drawn over the bars: the selection, what it is connected with, and what a search found.
(function (cdna) {
    'use strict';

    const roles = { producer: 'producer', consumer: 'consumer', operand: 'producer', use: 'consumer', cause: 'cause' };
    const mostUses = 24; // curves to readers of one value

    cdna.paintMarks = function (context, layout, view, hovered) {
        context.save();
        context.beginPath();
        context.rect(view.left, 0, view.right - view.left, layout.bottom);
        context.clip();
        paintHits(context, layout, view);
        const { event, inst } = cdna.state;
        const side = cdna.side();
        if (side && event !== null) {
            for (const other of cdna.eventsOf(side.timeline, inst)) {
                outline(context, side, other, other === event ? 'ink' : 'soft', other === event ? 2 : 1);
            }
            const links = cdna.connections(side, event);
            let uses = 0;
            for (const link of links) {
                if (link.role !== 'use' || uses++ < mostUses) {
                    connect(context, side, link);
                }
            }
        }
        if (hovered && !(hovered.event === event && hovered.side.index === cdna.state.side)) {
            outline(context, hovered.side, hovered.event, 'ink', 1.5);
        }
        context.restore();
    };

    function outline(context, side, event, color, width) {
        context.strokeStyle = cdna.color(color);
        context.lineWidth = width;
        for (const { x, y, width: wide, height } of cdna.placesOf(side, event)) {
            context.strokeRect(x - 0.5, y - 0.5, Math.max(wide, 2) + 0.5, height + 1);
        }
    }

    // A curve from where a value is made to where it is needed, with its arrow head there.
    function connect(context, side, { from, to, role, what }) {
        const source = cdna.placesOf(side, from);
        const target = cdna.placesOf(side, to);
        const producer = source.find((place) => !place.issue) || source[0];
        const consumer = target.find((place) => place.issue) || target[0];
        if (!producer || !consumer) {
            return;
        }
        const color = cdna.color(roles[role]);
        // A value leaves where its operation ends.
        const x0 = producer.x + producer.width;
        const y0 = producer.y + producer.height / 2;
        const x1 = consumer.at;
        const y1 = consumer.y + consumer.height / 2;
        outline(context, side, role === 'consumer' || role === 'use' ? to : from, roles[role], 2);
        context.strokeStyle = context.fillStyle = color;
        context.lineWidth = role === 'cause' ? 1.25 : 1.75;
        context.setLineDash(role === 'cause' ? [4, 3] : []);
        const bend = Math.max(24, Math.min(90, Math.abs(x1 - x0) / 2)) * (y0 === y1 ? 0.6 : 1);
        const lift = Math.abs(y0 - y1) < 2 ? -22 : 0;
        context.beginPath();
        context.moveTo(x0, y0);
        context.bezierCurveTo(x0 + bend, y0 + lift, x1 - bend, y1 + lift, x1, y1);
        context.stroke();
        context.setLineDash([]);
        head(context, x1, y1, lift ? 0.6 : 0);
        dot(context, x0, y0);
        if (what && role !== 'use' && Math.abs(x1 - x0) > 60) {
            label(context, what, (x0 + x1) / 2, (y0 + y1) / 2 + lift * 0.75);
        }
    }

    function head(context, x, y, down) {
        context.save();
        context.translate(x, y);
        context.rotate(down);
        context.beginPath();
        context.moveTo(0, 0);
        context.lineTo(-8, -4);
        context.lineTo(-8, 4);
        context.closePath();
        context.fill();
        context.restore();
    }
    function dot(context, x, y) {
        context.beginPath();
        context.arc(x, y, 2.5, 0, 7);
        context.fill();
    }
    function label(context, text, x, y) {
        context.font = `11px ${cdna.color('mono')}`;
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        const wide = context.measureText(text).width + 6;
        const color = context.fillStyle;
        context.fillStyle = cdna.color('canvas');
        context.globalAlpha = 0.88;
        context.fillRect(x - wide / 2, y - 7, wide, 14);
        context.globalAlpha = 1;
        context.fillStyle = color;
        context.fillText(text, x, y + 0.5);
    }

    function paintHits(context, layout, view) {
        const hits = cdna.hits();
        if (!hits.length) {
            return;
        }
        const [from, to] = view.scale.domain();
        for (const { side, row, y, height } of layout.rows) {
            const found = hits.inSide(side.index);
            if (!found.size) {
                continue;
            }
            const [first, last] = cdna.visible(row, from, to);
            context.fillStyle = cdna.color('hit');
            let before = -9;
            for (let index = first; index < last; index++) {
                const bar = row.bars[index];
                if (found.has(side.timeline.events.inst[bar.event])) {
                    const x = view.scale(row.lane === 'issue' ? bar.middle : bar.begin);
                    const wide = Math.max(2, view.scale(row.lane === 'issue' ? bar.end : bar.middle) - x);
                    if (x + wide > before + 1) {
                        context.fillRect(x, y + height - 2.5, wide, 3);
                        before = x + wide;
                    }
                }
            }
        }
    }
})(window.cdna);
