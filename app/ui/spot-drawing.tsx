import clsx from 'clsx';
import type { ReactNode } from 'react';

export type SpotName = 'ticket' | 'door' | 'chair' | 'lamp' | 'calendar';

/** Two colours and a line: `wash` behind, `glow` for the one bright thing, the line in ink. All follow the theme. */
const wash = 'fill-event-edge stroke-none';
const glow = 'fill-accent stroke-none';
const sheet = 'fill-surface';

const DRAWINGS: Record<SpotName, ReactNode> = {
	ticket: (
		<>
			<circle cx="70" cy="34" r="26" className={wash} />
			<g transform="rotate(-10 60 60)">
				<path
					className={sheet}
					d="M22 42h76a4 4 0 0 1 4 4v8a7 7 0 0 0 0 14v8a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4v-8a7 7 0 0 0 0-14v-8a4 4 0 0 1 4-4z"
				/>
				<path d="M78 42v38" strokeDasharray="3 4" />
				<path className={glow} d="M30 70a14 14 0 0 1 28 0z" />
				<path d="M30 70h34M88 54v14" />
			</g>
		</>
	),
	door: (
		<>
			<path className={wash} d="M18 100V52a42 42 0 0 1 84 0v48z" />
			<path className={sheet} d="M34 100V54a26 26 0 0 1 52 0v46z" />
			<path className={glow} d="M60 100V29a25.6 25.6 0 0 1 25 25v46z" />
			<path className={sheet} d="M60 28v78l-25-6V54a26 26 0 0 1 25-26z" />
			<circle cx="54" cy="70" r="1.5" />
			<path d="M12 100h22m52 0h22" />
		</>
	),
	chair: (
		<>
			<circle cx="74" cy="40" r="28" className={wash} />
			<path className={sheet} d="M40 30a6 6 0 0 1 12 0v34h28a6 6 0 0 1 6 6v4H40z" />
			<path className={glow} d="M52 56h22a8 8 0 0 1 8 8H52z" />
			<path d="M40 74v28M86 74v28M50 74l-2 18M76 74l2 18M30 102h66" />
		</>
	),
	lamp: (
		<>
			<path className={wash} d="M60 52 24 104h72z" />
			<path d="M60 10v18" />
			<path className={sheet} d="M36 54a24 24 0 0 1 48 0z" />
			<path className={glow} d="M51 54a9 9 0 0 0 18 0z" />
			<path d="M20 104h80" />
		</>
	),
	calendar: (
		<>
			<circle cx="84" cy="44" r="24" className={wash} />
			<rect className={sheet} x="24" y="32" width="64" height="66" rx="6" />
			<path className={wash} d="M24 50V38a6 6 0 0 1 6-6h52a6 6 0 0 1 6 6v12z" />
			<path d="M24 50h64M40 24v14M72 24v14" />
			<circle className={glow} cx="70" cy="78" r="8" />
			<path d="M36 64h.01M48 64h.01M60 64h.01M36 78h.01M48 78h.01" strokeWidth="4" />
			<rect x="24" y="32" width="64" height="66" rx="6" />
		</>
	),
};

/** A small drawing for an empty place. Decoration: the words beside it say the same. */
export function SpotDrawing(props: { name: SpotName; className?: string }) {
	return (
		<svg
			viewBox="0 0 120 120"
			aria-hidden="true"
			fill="none"
			stroke="currentColor"
			strokeWidth="2"
			strokeLinecap="round"
			strokeLinejoin="round"
			className={clsx('size-28', props.className)}
		>
			{DRAWINGS[props.name]}
		</svg>
	);
}
