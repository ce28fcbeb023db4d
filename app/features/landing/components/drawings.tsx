/** Small drawings in the two colours of the place they stand in; silent, the words beside them say it all. */

const SVG = { fill: 'none', className: 'h-36 w-auto md:h-44' } as const;
const LINE = {
	stroke: 'currentColor',
	strokeWidth: 1.5,
	strokeLinecap: 'round',
	strokeLinejoin: 'round',
} as const;

/** An event page being written: a cover, a title, a start, one button. */
export function FormDrawing() {
	return (
		<svg {...SVG} aria-hidden="true" viewBox="0 0 240 160">
			<rect
				x="50"
				y="12"
				width="140"
				height="160"
				rx="10"
				className="fill-surface stroke-event-edge"
				strokeWidth="1.5"
			/>
			<path d="M60 32a10 10 0 0 1 10-10h100a10 10 0 0 1 10 10v26H60Z" className="fill-event-edge" />
			<path d="M104 58V48a16 16 0 0 1 32 0v10Z" fill="currentColor" opacity=".85" />
			<rect x="60" y="70" width="96" height="10" rx="5" className="fill-ink" opacity=".8" />
			<path d="M162 67v16" {...LINE} strokeWidth="2" />
			<rect x="60" y="92" width="120" height="18" rx="5" className="stroke-event-edge" strokeWidth="1.5" />
			<circle cx="70" cy="101" r="3" fill="currentColor" />
			<rect x="79" y="98" width="52" height="6" rx="3" className="fill-muted" opacity=".6" />
			<rect x="60" y="122" width="64" height="22" rx="6" fill="currentColor" />
			<rect x="76" y="131" width="32" height="4" rx="2" className="fill-on-event" />
		</svg>
	);
}

/** A ticket as it stands on a phone. */
export function TicketDrawing() {
	return (
		<svg {...SVG} aria-hidden="true" viewBox="0 0 240 160">
			<g transform="rotate(-6 120 80)">
				<path
					d="M46 34a10 10 0 0 1 10-10h128a10 10 0 0 1 10 10v28a12 12 0 0 0 0 24v40a10 10 0 0 1-10 10H56a10 10 0 0 1-10-10V86a12 12 0 0 0 0-24Z"
					className="fill-surface stroke-event-edge"
					strokeWidth="1.5"
				/>
				<path d="M140 30v100" {...LINE} strokeDasharray="1 6" />
				<rect x="64" y="44" width="56" height="9" rx="4.5" className="fill-ink" opacity=".8" />
				<rect x="64" y="62" width="40" height="6" rx="3" className="fill-muted" opacity=".55" />
				<rect x="64" y="76" width="48" height="6" rx="3" className="fill-muted" opacity=".55" />
				<rect x="64" y="104" width="34" height="14" rx="7" fill="currentColor" />
				<g fill="currentColor">
					<path d="M152 56h14v14h-14Zm4 4v6h6v-6Zm18-4h8v4h-8Zm0 8h4v6h-4Zm8-8h4v4h-4ZM152 76h4v4h-4Zm8 0h8v4h-8Zm12-2h6v6h-6Zm-20 10h14v14h-14Zm4 4v6h6v-6Zm14-2h6v4h-6Zm8 0h6v6h-6Zm-8 8h4v6h-4Zm8 2h6v4h-6Z" />
				</g>
			</g>
		</svg>
	);
}

/** People who came together, each in a place of their own. */
export function GatheringDrawing() {
	const heads = [
		[72, 96, 0.55],
		[104, 84, 0.75],
		[136, 90, 1],
		[168, 98, 0.65],
	] as const;
	return (
		<svg {...SVG} aria-hidden="true" viewBox="0 0 240 160">
			<path d="M40 148h160" className="stroke-event-edge" strokeWidth="1.5" strokeLinecap="round" />
			<path d="M56 44c30 22 98 22 128 0" className="stroke-event-edge" strokeWidth="1.5" />
			{[72, 96, 120, 144, 168].map((x, index) => (
				<path
					key={x}
					d={`M${x - 7} ${[54, 59, 61, 59, 54][index]}h14l-7 14Z`}
					fill="currentColor"
					opacity={index % 2 ? 0.45 : 0.9}
				/>
			))}
			{heads.map(([x, y, opacity]) => (
				<g key={x} fill="currentColor" opacity={opacity}>
					<circle cx={x} cy={y} r="10" />
					<path d={`M${x - 16} 148v-20a16 16 0 0 1 32 0v20Z`} />
				</g>
			))}
		</svg>
	);
}

/** A phone at the door, and its verdict. */
export function DoorDrawing() {
	return (
		<svg {...SVG} aria-hidden="true" viewBox="0 0 240 160">
			<path d="M148 160V62a34 34 0 0 1 68 0v98Z" className="fill-event-edge" />
			<path d="M162 160V66a20 20 0 0 1 40 0v94Z" className="fill-surface" />
			<path d="M162 160h40l14 14h-68Z" className="fill-surface" opacity=".6" />
			<rect
				x="58"
				y="18"
				width="78"
				height="150"
				rx="13"
				className="fill-surface stroke-event-edge"
				strokeWidth="1.5"
			/>
			<rect x="64" y="24" width="66" height="140" rx="8" fill="currentColor" />
			<path
				d="m83 82 10 10 19-21"
				className="stroke-on-event"
				strokeWidth="5"
				strokeLinecap="round"
				strokeLinejoin="round"
			/>
			<rect x="78" y="110" width="38" height="6" rx="3" className="fill-on-event" opacity=".9" />
			<rect x="84" y="124" width="26" height="5" rx="2.5" className="fill-on-event" opacity=".6" />
		</svg>
	);
}
