import { Trans } from '@lingui/react/macro';
import clsx from 'clsx';
import { useFormats } from '#app/lib/format.ts';
import { fillInStyle } from '#app/ui/fill-in-style.ts';

/** So many are named; whoever has filled these in sees the next. */
const MOST_NAMED = 5;

/** The texts that a template left to be filled in, as the description has them. */
export function FillIns({ texts }: { texts: readonly string[] }) {
	const formats = useFormats();
	const more = texts.length - MOST_NAMED;
	const count = formats.number(more);
	return (
		<span className="mt-1.5 flex flex-col items-start gap-1">
			{texts.slice(0, MOST_NAMED).map((text) => (
				<span key={text} className={clsx(fillInStyle, 'text-ink [overflow-wrap:anywhere]')} dir="auto">
					[{text}]
				</span>
			))}
			{more > 0 ? (
				<span className="text-muted">
					<Trans>and {count} more</Trans>
				</span>
			) : null}
		</span>
	);
}
