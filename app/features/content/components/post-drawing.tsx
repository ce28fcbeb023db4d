/** A number of its own for each text, the same on every machine. */
function numberOf(text: string): number {
	let hash = 2166136261;
	for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
	return hash >>> 0;
}

const HUES = [35, 85, 150, 200, 265, 320];

export function hueOfText(text: string): number {
	return HUES[numberOf(text) % HUES.length] as number;
}

/** Doors of several sizes, one of them lit: drawn from the address of the text, so that each has its own. */
export function PostDrawing({ slug }: { slug: string }) {
	const seed = numberOf(slug);
	const lit = seed % 5;
	return (
		<svg
			viewBox="0 0 400 180"
			preserveAspectRatio="xMidYMax slice"
			className="size-full"
			fill="none"
			aria-hidden="true"
		>
			{Array.from({ length: 5 }, (_, index) => {
				const height = 60 + ((seed >> (index * 3)) & 7) * 11;
				const width = 50 + ((seed >> (index * 2 + 1)) & 3) * 6;
				const x = 18 + index * 78 + ((seed >> index) & 7);
				const radius = width / 2;
				const isLit = index === lit;
				const arch = (w: number, h: number, left: number) =>
					`M${left} 180V${180 - h + w / 2}a${w / 2} ${w / 2} 0 0 1 ${w} 0V180Z`;
				return (
					<g key={index}>
						<path
							d={arch(width, height, x)}
							fill="currentColor"
							opacity={isLit ? 0.9 : 0.16 + index * 0.06}
						/>
						<path
							d={arch(radius, height * 0.62, x + width / 4)}
							className={isLit ? 'fill-accent' : 'fill-surface'}
							opacity={isLit ? 1 : 0.55}
						/>
					</g>
				);
			})}
		</svg>
	);
}
