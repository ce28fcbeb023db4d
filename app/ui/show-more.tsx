import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/**
 * The end of a list that is read page by page. A button, not a scroll trap: the footer stays reachable, and focus stays where
 * it was while the next rows arrive. `status` is read out when it changes ("50 of 1,204 shown").
 */
export function ShowMore(props: {
	hasMore: boolean;
	isLoading?: boolean;
	onMore: () => void;
	label?: ReactNode;
	status?: ReactNode;
}) {
	const { hasMore, isLoading, onMore, label, status } = props;
	// Without a box while rows are read: what stands nowhere is not pushed away by them.
	const isEmpty = !hasMore && !status;
	return (
		<div className={isEmpty ? 'contents' : 'flex flex-col items-center gap-2 py-6'}>
			{hasMore ? (
				<Button variant="outline" isLoading={isLoading} onClick={onMore}>
					{label ?? <Trans>Show more</Trans>}
				</Button>
			) : null}
			<p role="status" className="text-compact text-muted tabular-nums">
				{status}
			</p>
		</div>
	);
}
