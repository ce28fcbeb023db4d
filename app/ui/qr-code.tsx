import { useMemo } from 'react';
import { encode } from 'uqr';

/** One path for all dark modules: runs in a row become one rectangle. */
function modulesPath(rows: boolean[][], quiet: number): string {
	let path = '';
	rows.forEach((row, y) => {
		for (let x = 0; x < row.length; x++) {
			if (!row[x]) continue;
			const start = x;
			while (row[x + 1]) x++;
			path += `M${start + quiet} ${y + quiet}h${x - start + 1}v1H${start + quiet}z`;
		}
	});
	return path;
}

/**
 * A QR code, dark on white in both themes, with the quiet zone of four modules that readers need. It is never mirrored,
 * and has its colours where the system forces its own.
 */
export function QrCode(props: {
	value: string;
	/** Recovery level; tickets use Q. */
	ecc?: 'L' | 'M' | 'Q' | 'H';
	quietZoneModules?: number;
	/** What it is, read instead of the picture. */
	label: string;
	/** Size by class; at least 240 px where it is to be scanned from a screen. */
	className?: string;
}) {
	const { value, ecc = 'M', quietZoneModules = 4, label, className = 'w-60' } = props;
	const { path, size } = useMemo(() => {
		const { data } = encode(value, { ecc, border: 0 });
		return { path: modulesPath(data, quietZoneModules), size: data.length + 2 * quietZoneModules };
	}, [value, ecc, quietZoneModules]);
	return (
		<svg
			viewBox={`0 0 ${size} ${size}`}
			role="img"
			aria-label={label}
			shapeRendering="crispEdges"
			className={`keep-colours aspect-square rounded-lg bg-code-ground text-code-ink ${className}`}
		>
			<path d={path} fill="currentColor" />
		</svg>
	);
}
