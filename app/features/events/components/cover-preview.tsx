import { useMemo } from 'react';
import type { CoverSeed } from '#shared/rules/cover/hues.ts';
import { makeCover } from '#shared/rules/cover.ts';

/** The cover that a seed gives, drawn here: the same function draws it on the server. */
export function CoverPreview({ from, className }: { from: CoverSeed; className?: string }) {
	const { seed, category } = from;
	const source = useMemo(() => {
		const svg = makeCover(
			{ seed, ...(category !== undefined && { category }) },
			{ width: 1200, height: 675 },
		);
		return `data:image/svg+xml,${encodeURIComponent(svg)}`;
	}, [seed, category]);
	return <img src={source} alt="" width={1200} height={675} className={className} />;
}
