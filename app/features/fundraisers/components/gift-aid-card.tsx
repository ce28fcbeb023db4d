import { Trans, useLingui } from '@lingui/react/macro';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useGiftReceiptSettings } from '#app/features/documents/api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { readError } from '#app/lib/read-error.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { Money } from '#app/ui/money.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import type { GiftAidClaim, GiftAidGift } from '#shared/contracts/gift-aid.ts';
import { GIFT_AID_CURRENCY } from '#shared/rules/gift-aid.ts';
import { GIFT_AID_PAST_YEARS } from '#shared/rules/periods.ts';
import { downloadSchedule, useGiftAidActions, useGiftAidClaims, useGiftAidGifts } from '../gift-aid-api.ts';
import { CancelDeclarationDialog } from './cancel-declaration-dialog.tsx';
import { DeclarationsCard } from './declarations-card.tsx';

interface Props {
	organisation: string;
	isEditable: boolean;
}

/** What can be claimed from HMRC, and what was. Nothing for organisations that are no UK charity and never claimed. */
export function GiftAidCards(props: Props) {
	const settings = useGiftReceiptSettings(props.organisation);
	const claims = useGiftAidClaims(props.organisation);
	const rows = claims.data ?? [];
	const error = readError(settings) ?? readError(claims);
	if (error)
		return <ErrorCallout error={error} onRetry={() => Promise.all([settings.refetch(), claims.refetch()])} />;
	if (settings.data?.regime !== 'uk' && rows.length === 0) return null;
	return (
		<>
			<DueCard {...props} />
			{rows.length > 0 ? <ClaimsCard {...props} claims={claims} rows={rows} /> : null}
			<DeclarationsCard {...props} />
		</>
	);
}

function DueCard({ organisation, isEditable }: Props) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const gifts = useGiftAidGifts(organisation);
	const { claim } = useGiftAidActions(organisation);
	const [key, setKey] = useState(newIdempotencyKey);
	const [isClaiming, setClaiming] = useState(false);
	const [cancelling, setCancelling] = useState<string | null>(null);
	const rows = gifts.data ?? [];
	async function make() {
		// A lost response is requested again with the same key; the next claim has another one.
		if (await attempt(claim.mutateAsync(key), t`Claim made`)) setKey(newIdempotencyKey());
		setClaiming(false);
	}
	return (
		<Card
			title={<Trans>Gift Aid to claim</Trans>}
			description={
				<Trans>
					Donations in pounds of the last {GIFT_AID_PAST_YEARS} years with a declaration, and what was
					refunded since it was claimed.
				</Trans>
			}
			padding="none"
			actions={
				isEditable && rows.length > 0 ? (
					<Button variant="outline" onClick={() => setClaiming(true)}>{t`Make claim`}</Button>
				) : undefined
			}
		>
			{gifts.error ? <ErrorCallout error={gifts.error} className="mx-5 mb-4" /> : null}
			<DueTable rows={rows} isLoading={gifts.isPending} onCancel={isEditable ? setCancelling : undefined} />
			<ShowMore
				hasMore={gifts.hasNextPage}
				isLoading={gifts.isFetchingNextPage}
				onMore={() => void gifts.fetchNextPage()}
			/>
			<ConfirmDialog
				isOpen={isClaiming}
				isDestructive={false}
				isPending={claim.isPending}
				title={t`Make a Gift Aid claim?`}
				description={t`All of this list goes into one claim, up to 10,000 donations. You then download its schedule and hand it in with HMRC’s Charities Online. A claim can’t be undone.`}
				confirmLabel={t`Make claim`}
				onConfirm={() => void make()}
				onClose={() => setClaiming(false)}
			/>
			<CancelDeclarationDialog
				organisation={organisation}
				declaration={cancelling}
				onClose={() => setCancelling(null)}
			/>
		</Card>
	);
}

function DueTable(props: {
	rows: GiftAidGift[];
	isLoading: boolean;
	onCancel: ((declaration: string) => void) | undefined;
}) {
	const { t } = useLingui();
	const { onCancel } = props;
	return (
		<DataTable
			label={t`Gift Aid to claim`}
			rows={props.rows}
			rowKey={({ id }) => id}
			isLoading={props.isLoading}
			empty={
				<EmptyState
					title={t`Nothing to claim`}
					description={t`Donors make a declaration in the donation form. Their donations appear here once they are paid.`}
				/>
			}
			columns={[
				{
					id: 'donor',
					header: t`Donor`,
					className: 'w-full max-w-24',
					cell: (gift) => (
						<>
							<p className="truncate font-medium" dir="auto" title={gift.donorName}>
								{gift.donorName}
							</p>
							<p className="truncate text-compact text-muted" dir="auto" title={gift.event}>
								{gift.event}
							</p>
						</>
					),
				},
				{ id: 'given', header: t`Date`, from: 'md', cell: (gift) => <Day date={gift.givenOn} /> },
				{
					id: 'state',
					header: t`Status`,
					from: 'lg',
					cell: (gift) => (
						<span className="flex flex-wrap gap-1">
							{gift.isTest ? <Badge variant="outline">{t`Test mode`}</Badge> : null}
							{gift.amountMinor < 0 ? <Badge>{t`Refunded since claimed`}</Badge> : null}
						</span>
					),
				},
				{ id: 'amount', header: t`Amount`, align: 'end', cell: (gift) => <Pounds of={gift.amountMinor} /> },
				{
					id: 'actions',
					header: t`Actions`,
					isHeaderHidden: true,
					align: 'end',
					cell: (gift) =>
						onCancel && gift.amountMinor > 0 ? (
							<Menu
								label={t`Actions for ${gift.donorName}`}
								align="end"
								items={[
									{
										id: 'cancel',
										label: t`Cancel declaration`,
										tone: 'destructive',
										onSelect: () => onCancel(gift.declarationId),
									},
								]}
								trigger={(trigger) => (
									<IconButton
										{...trigger}
										icon={Ellipsis}
										label={t`Actions for ${gift.donorName}`}
										tip="none"
									/>
								)}
							/>
						) : null,
				},
			]}
		/>
	);
}

/** The parts of the schedule of a claim, each in both formats. */
const filesOf = ({ parts }: GiftAidClaim) =>
	Array.from({ length: parts }, (_, index) => index + 1).flatMap((part) =>
		(['ods', 'csv'] as const).map((format) => ({ part, format })),
	);

function ClaimsCard(props: Props & { rows: GiftAidClaim[]; claims: ReturnType<typeof useGiftAidClaims> }) {
	const { organisation, isEditable, claims } = props;
	const { t } = useLingui();
	const attempt = useAttempt();
	return (
		<Card
			title={<Trans>Gift Aid claims</Trans>}
			description={
				<Trans>
					Attach the ODS to your claim at Charities Online, or copy the rows of the CSV into HMRC’s own
					spreadsheet. Tax of what was refunded is an adjustment: the ODS has it in its head.
				</Trans>
			}
			padding="none"
		>
			<DataTable
				label={t`Gift Aid claims`}
				rows={props.rows}
				rowKey={({ id }) => id}
				columns={[
					{
						id: 'made',
						header: t`Date`,
						cell: (claim) => (
							<span className="flex flex-wrap items-center gap-2">
								<Day date={claim.createdAt} />
								{claim.isTest ? <Badge variant="outline">{t`Test mode`}</Badge> : null}
							</span>
						),
					},
					{
						id: 'gifts',
						header: t`Donations`,
						align: 'end',
						from: 'md',
						cell: (claim) => claim.gifts,
					},
					{
						id: 'amount',
						header: t`Amount`,
						align: 'end',
						cell: (claim) => <Pounds of={claim.amountMinor} />,
					},
					{
						id: 'tax',
						header: t`Tax`,
						align: 'end',
						from: 'md',
						cell: (claim) => <Pounds of={claim.taxMinor} />,
					},
					{
						id: 'returned',
						header: t`Adjustment`,
						align: 'end',
						from: 'md',
						cell: (claim) => (claim.returnedTaxMinor > 0 ? <Pounds of={-claim.returnedTaxMinor} /> : ''),
					},
					{
						id: 'file',
						header: t`Schedule`,
						align: 'end',
						cell: (claim) =>
							isEditable ? (
								<span className="flex flex-wrap justify-end gap-1">
									{filesOf(claim).map(({ part, format }) => (
										<Button
											key={`${part} ${format}`}
											size="sm"
											variant="outline"
											onClick={() => void attempt(downloadSchedule(organisation, claim.id, { part, format }))}
										>
											{claim.parts === 1 ? format.toUpperCase() : t`${format.toUpperCase()}, part ${part}`}
										</Button>
									))}
								</span>
							) : null,
					},
				]}
			/>
			<ShowMore
				hasMore={claims.hasNextPage}
				isLoading={claims.isFetchingNextPage}
				onMore={() => void claims.fetchNextPage()}
			/>
		</Card>
	);
}

function Day({ date }: { date: string }) {
	const formats = useFormats();
	return <span className="whitespace-nowrap">{formats.date(date, 'Europe/London')}</span>;
}

function Pounds({ of }: { of: number }) {
	const formats = useFormats();
	return <Money>{formats.money(of, GIFT_AID_CURRENCY)}</Money>;
}
