/**
 * The icons of a card, each one path: a scrolled gallery draws hundreds of them. No masks, which a browser paints
 * each on a surface of its own. The shapes are lucide's (ISC), whose components are used everywhere else.
 */
const SHAPES = {
  grip: 'M9 12h.01M9 5h.01M9 19h.01M15 12h.01M15 5h.01M15 19h.01',
  star: 'M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z',
  toStart: 'M3 19V5M7 12h14M13 6l-6 6 6 6',
  toEnd: 'M17 12H3M21 5v14M11 18l6-6-6-6',
  pencil:
    'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4',
  trash: 'M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
} as const;

export type CardIconName = keyof typeof SHAPES;

/** @param className styles of an icon: its size, stroke and fill */
export function CardIcon({ icon, className }: { icon: CardIconName; className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={className}>
      <path d={SHAPES[icon]} />
    </svg>
  );
}
