import type { LucideIcon } from 'lucide-react';

export type { LucideIcon } from 'lucide-react';

/**
 * One outline set, 1.5 px stroke, at 16 or 20 px. Silent unless `label` is given; an icon that stands alone needs one.
 * `isDirectional` mirrors it where text runs from right to left (arrows, chevrons; never clocks or codes).
 */
export function Icon(props: {
	icon: LucideIcon;
	size?: 16 | 20 | 24;
	label?: string;
	isDirectional?: boolean;
	className?: string;
}) {
	const { icon: Glyph, size = 16, label, isDirectional = false, className = '' } = props;
	return (
		<Glyph
			size={size}
			strokeWidth={1.5}
			absoluteStrokeWidth
			aria-hidden={label ? undefined : true}
			aria-label={label}
			role={label ? 'img' : undefined}
			className={`shrink-0 ${isDirectional ? 'rtl:-scale-x-100' : ''} ${className}`}
		/>
	);
}
