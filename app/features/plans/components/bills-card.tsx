import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { planNames } from '#app/lib/plan-names.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { downloadBill, useBills } from '../api.ts';

/** What an organisation has paid for its plan, the newest first. */
export function BillsCard({ organisation }: { organisation: string }) {
	const { t, i18n } = useLingui();
	const attempt = useAttempt();
	const formats = useFormats();
	const bills = useBills(organisation);
	const rows = bills.data;
	return (
		<Card title={<Trans>Bills</Trans>}>
			<ErrorCallout error={bills.error} onRetry={bills.refetch} />
			{rows === undefined ? (
				bills.error ? null : (
					<Skeleton className="h-16" />
				)
			) : rows.length === 0 ? (
				<p className="text-sm text-muted">
					<Trans>No bills yet</Trans>
				</p>
			) : (
				<ul className="flex flex-col divide-y">
					{rows.map((bill) => (
						<li
							key={bill.id}
							className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 text-sm"
						>
							<span>
								<span className="font-medium">{i18n._(planNames[bill.plan])}</span>{' '}
								<span className="text-muted">
									{formats.shortDate(bill.startsAt, 'UTC')} – {formats.shortDate(bill.endsAt, 'UTC')}
									{bill.label ? ` · ${bill.label}` : null}
									{bill.state === 'paid' && !bill.label ? (
										<>
											{' · '}
											<Trans>The invoice follows</Trans>
										</>
									) : null}
								</span>
							</span>
							<span className="flex items-center gap-3 tabular-nums">
								{bill.isTest ? (
									<StatusBadge tone="neutral">
										<Trans>Test mode</Trans>
									</StatusBadge>
								) : null}
								<StatusBadge tone={bill.state === 'paid' ? 'success' : 'warning'}>
									{bill.state === 'paid' ? <Trans>Paid</Trans> : <Trans>Due</Trans>}
								</StatusBadge>
								<span className="font-medium">{formats.money(bill.amountMinor, bill.currency)}</span>
								{bill.label ? (
									<IconButton
										icon={Download}
										label={t`Download ${bill.label}`}
										onClick={() => void attempt(downloadBill(organisation, bill))}
									/>
								) : null}
							</span>
						</li>
					))}
				</ul>
			)}
			{bills.hasNextPage ? (
				<Button
					variant="outline"
					isLoading={bills.isFetchingNextPage}
					onClick={() => void bills.fetchNextPage()}
				>
					<Trans>Show more</Trans>
				</Button>
			) : null}
		</Card>
	);
}
