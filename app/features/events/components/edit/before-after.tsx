import { Trans } from '@lingui/react/macro';
import clsx from 'clsx';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
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
			<Value label={<Trans>Before:</Trans>} as="del" className="text-muted decoration-1">
				{before}
			</Value>
			<Icon icon={ArrowRight} size={16} className="shrink-0 self-center text-muted rtl:-scale-x-100" />
			<Value label={<Trans>After:</Trans>} as="ins" className="font-medium no-underline">
				{after}
			</Value>
		</p>
	);
}

function Value(props: { label: ReactNode; as: 'del' | 'ins'; className: string; children: string }) {
	const { label, as: Tag, className, children } = props;
	return (
		<>
			<span className="sr-only">{label} </span>
			<Tag className={clsx('line-clamp-3 min-w-0 break-words', className)} dir="auto">
				{children}
			</Tag>
		</>
	);
}
