import { useLingui } from '@lingui/react/macro';

/** A turning ring. `isDecorative` when the place that waits already says so itself (a button with aria-busy). */
export function Spinner(props: { size?: number; isDecorative?: boolean; className?: string }) {
	const { size = 20, isDecorative = false, className = '' } = props;
	const { t } = useLingui();
	return (
		<span
			role={isDecorative ? undefined : 'status'}
			className={`inline-flex shrink-0 ${className}`}
			style={{ inlineSize: size, blockSize: size }}
		>
			<svg viewBox="0 0 20 20" fill="none" className="animate-spin" aria-hidden="true">
				<circle cx="10" cy="10" r="8" stroke="currentColor" strokeOpacity=".2" strokeWidth="2" />
				<path d="M10 2a8 8 0 0 1 8 8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
			</svg>
			{isDecorative ? null : <span className="sr-only">{t`Loading`}</span>}
		</span>
	);
}
