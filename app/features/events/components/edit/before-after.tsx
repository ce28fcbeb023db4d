import { Trans } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import { Icon } from '#app/ui/icon.tsx';

/** A value before and after a change, one beside the other where there is room. */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
	// A password, or a long text of which the beginning is shown.
	if (before === after)
		return (
			<p className="text-sm font-medium">
				<Trans>Changed</Trans>
			</p>
		);
	return (
		<p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm">
			<span className="sr-only">
				<Trans>Before:</Trans>{' '}
			</span>
			<del className="line-clamp-3 min-w-0 break-words text-muted decoration-1" dir="auto">
				{before}
			</del>
			<Icon icon={ArrowRight} size={16} className="shrink-0 self-center text-muted rtl:-scale-x-100" />
			<span className="sr-only">
				<Trans>After:</Trans>{' '}
			</span>
			<ins className="line-clamp-3 min-w-0 font-medium break-words no-underline" dir="auto">
				{after}
			</ins>
		</p>
	);
}
