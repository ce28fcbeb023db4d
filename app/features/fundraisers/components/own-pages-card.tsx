import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { Card } from '#app/ui/card.tsx';
import { Money } from '#app/ui/money.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { listAccountPages } from '#shared/contracts/supporter-pages.ts';
import { pageStateLabels, pageStateTones } from '../labels.ts';

/** The pages and teams with which a person raises money; nothing for whoever has none. */
export function OwnPagesCard() {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const list = useCursorList(listAccountPages, { key: ['account', 'fundraiser-pages'] });
	const rows = list.data ?? [];
	if (rows.length === 0) return null;
	return (
		<Card title={t`Your fundraising pages`} description={t`Pages and teams that raise money in your name.`}>
			<ul className="divide-y divide-hairline">
				{rows.map((row) => {
					const goal = formats.money(row.goalMinor, row.currency);
					return (
						<li key={row.id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
							<div className="flex min-w-0 flex-col gap-1">
								<p className="flex flex-wrap items-center gap-2">
									<Link
										to={`/fundraiser-pages/${row.token}`}
										className="link font-medium [overflow-wrap:anywhere]"
										dir="auto"
									>
										{row.name}
									</Link>
									<StatusBadge tone={pageStateTones[row.state]}>
										{i18n._(pageStateLabels[row.state])}
									</StatusBadge>
								</p>
								<p className="text-compact text-muted [overflow-wrap:anywhere]" dir="auto">
									{row.eventTitle}
								</p>
							</div>
							<p className="text-sm">
								<Money>{formats.money(row.raisedMinor, row.currency)}</Money>{' '}
								<span className="text-muted">
									<Trans>of {goal}</Trans>
								</span>
							</p>
						</li>
					);
				})}
			</ul>
			<ShowMore
				hasMore={list.hasNextPage}
				isLoading={list.isFetchingNextPage}
				onMore={() => void list.fetchNextPage()}
			/>
		</Card>
	);
}
