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
        const ofUnit = (places) => places.find((place) => !place.issue) || places[0];
        const producer = role === 'consumer' ? source[0] : ofUnit(source);
        const consumer = role === 'consumer' ? ofUnit(target) : target.find((place) => place.issue) || target[0];
        if (!producer || !consumer) {
            return;
        }
        // A value leaves where its operation ends.
        const [x0, y0] = [producer.x + producer.width, producer.y + producer.height / 2];
        const [x1, y1] = [consumer.at, consumer.y + consumer.height / 2];
        outline(context, side, role === 'consumer' || role === 'use' ? to : from, roles[role], 1.5);
        context.strokeStyle = context.fillStyle = cdna.color(roles[role]);
        context.lineWidth = role === 'cause' ? 1.25 : 1.75;
        context.setLineDash(role === 'cause' ? [4, 3] : []);
        const bends = bend(x0, y0, x1, y1);
        context.beginPath();
        context.moveTo(x0, y0);
        context.bezierCurveTo(...bends, x1, y1);
        context.stroke();
        context.setLineDash([]);
        head(context, x1, y1, Math.atan2(y1 - bends[3], x1 - bends[2]));
        dot(context, x0, y0);
        if (what && role !== 'use' && Math.abs(x1 - x0) > 60) {
            label(context, what, (x0 + x1 + bends[0] * 3 + bends[2] * 3) / 8, (y0 + y1 + bends[1] * 3 + bends[3] * 3) / 8);
        }
    }

    // The control points of a curve: an arch within a row, upright between places above each other, else level at both ends.
    function bend(x0, y0, x1, y1) {
        const [wide, high] = [x1 - x0, y1 - y0];
        if (Math.abs(high) < 2) {
            const lift = Math.min(30, 10 + Math.abs(wide) / 8);
            return [x0 + wide * 0.2, y0 - lift, x1 - wide * 0.2, y1 - lift];
        }
        if (Math.abs(wide) < 40) {
            return [x0, y0 + high * 0.5, x1, y1 - high * 0.5];
        }
        const out = Math.min(90, Math.abs(wide) / 2);
        return [x0 + out, y0, x1 - out, y1];
    }

    function head(context, x, y, angle) {
        context.save();
        context.translate(x, y);
        context.rotate(angle);
        context.beginPath();
        context.moveTo(0, 0);
        context.lineTo(-7, -3.5);
        context.lineTo(-7, 3.5);
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
