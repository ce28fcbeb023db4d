import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import {
	type GiftCardFilters,
	type IssuedGiftCard,
	useGiftCardSettings,
	useOutstandingGiftCards,
} from '#app/features/gift-cards-admin/api.ts';
import { useFormats } from '#app/lib/format.ts';
import { useUrlFilters } from '#app/lib/url-filters.ts';
import { lazyDialog, lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Money } from '#app/ui/money.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { StatTile } from '#app/ui/stat-tile.tsx';
import { memberCan } from '#shared/rules/permissions.ts';
import type { MoneyContext } from './money-layout.tsx';

const GiftCardList = lazyPart(
	() =>
		import('#app/features/gift-cards-admin/components/gift-card-list.tsx').then(
			(module) => module.GiftCardList,
		),
	<Skeleton className="h-96 rounded-xl" />,
);
const SettingsForm = lazyPart(
	() =>
		import('#app/features/gift-cards-admin/components/settings-form.tsx').then(
			(module) => module.SettingsForm,
		),
	<Skeleton className="h-96 rounded-xl" />,
);
const ShareCard = lazyPart(
	() => import('#app/features/gift-cards-admin/components/share-card.tsx').then((module) => module.ShareCard),
	<Skeleton className="h-48 rounded-xl" />,
);
const GiftCardSheet = lazyDialog(() =>
	import('#app/features/gift-cards-admin/components/gift-card-sheet.tsx').then(
		(module) => module.GiftCardSheet,
	),
);
const IssueDialog = lazyDialog(() =>
	import('#app/features/gift-cards-admin/components/issue-dialog.tsx').then((module) => module.IssueDialog),
);
const IssuedDialog = lazyDialog(() =>
	import('#app/features/gift-cards-admin/components/issued-dialog.tsx').then((module) => module.IssuedDialog),
);

const uuid = /^[0-9a-f-]{36}$/;
const states = ['active', 'blocked', 'cancelled', 'lapsed', 'used_up'];
const isKnown = (name: string, value: string) =>
	name === 'state' ? states.includes(value) : uuid.test(value);

/** /money/gift-cards: what is outstanding, the cards, and how they are sold. */
export default function MoneyGiftCardsPage() {
	const { t } = useLingui();
	const { organisation, confirmed } = useOutletContext<MoneyContext>();
	const { id } = organisation;
	// The search text stays out of the URL: it may be a code.
	const [q, setQ] = useState('');
	const [{ card, state }, setInAddress] = useUrlFilters<{ state: GiftCardFilters['state']; card: string }>(
		{ state: '', card: '' },
		isKnown,
	);
	const [isIssuing, setIssuing] = useState(false);
	const [issued, setIssued] = useState<IssuedGiftCard | null>(null);
	const settings = useGiftCardSettings(id);
	const outstanding = useOutstandingGiftCards(id);
	const canManage = memberCan(organisation, 'money.manage');
	const error = settings.error ?? outstanding.error;
	if (error && !(settings.data && outstanding.data))
		return (
			<ErrorCallout error={error} onRetry={() => Promise.all([settings.refetch(), outstanding.refetch()])} />
		);
	if (!settings.data || !outstanding.data) return <RouteSkeleton />;
	const { isOffered, currency, url } = settings.data;
	const hasCards = outstanding.data.data.length > 0;
	const issueButton = (
		<Button aria-haspopup="dialog" onClick={() => setIssuing(true)}>
			{t`Issue a gift card`}
		</Button>
	);
	return (
		<>
			<Outstanding sums={outstanding.data.outstanding} currency={currency} />
			<GiftCardList
				organisation={id}
				filters={{ q, state }}
				onFilters={(change) => {
					if (change.q !== undefined) setQ(change.q);
					if (change.state !== undefined) setInAddress({ state: change.state });
				}}
				onOpen={(row) => setInAddress({ card: row.id })}
				openKey={card || null}
				actions={canManage && hasCards ? issueButton : null}
				empty={
					<EmptyState
						title={t`No gift cards yet`}
						description={
							isOffered
								? t`Gift cards that are bought on your page appear here. You can also issue one manually.`
								: t`Sell gift cards on a page of your own, or issue one manually. They are valid for all your events.`
						}
						action={
							canManage ? (
								<div className="flex flex-wrap justify-center gap-2">
									{isOffered ? null : (
										<ButtonLink to="#settings" variant="outline">
											{t`Start selling`}
										</ButtonLink>
									)}
									{issueButton}
								</div>
							) : null
						}
					/>
				}
			/>
			{isOffered && url ? <ShareCard url={url} /> : null}
			<SettingsForm
				organisation={id}
				settings={settings.data}
				isEditable={canManage}
				hasCards={hasCards}
				reload={async () => (await settings.refetch({ throwOnError: true })).data ?? settings.data}
			/>
			{card ? (
				<GiftCardSheet
					key={card}
					organisation={id}
					isSandbox={organisation.isSandbox}
					card={card}
					canManage={canManage}
					canRefund={memberCan(organisation, 'refunds.make')}
					confirmed={confirmed}
					onClose={() => setInAddress({ card: '' })}
				/>
			) : null}
			{isIssuing ? (
				<IssueDialog
					organisation={organisation}
					currency={currency}
					confirmed={confirmed}
					onIssued={(one) => {
						setIssuing(false);
						setIssued(one);
					}}
					onClose={() => setIssuing(false)}
				/>
			) : null}
			{issued ? (
				<IssuedDialog issued={issued} organiser={organisation.name} onClose={() => setIssued(null)} />
			) : null}
		</>
	);
}

/** The total balance of all gift cards, by currency. */
function Outstanding(props: {
	sums: readonly { currency: string; balanceMinor: number; isTest: boolean }[];
	/** Of the settings: shown where no card was issued yet. */
	currency: string;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const sums =
		props.sums.length > 0 ? props.sums : [{ currency: props.currency, balanceMinor: null, isTest: false }];
	return (
		<section aria-label={t`Outstanding`} className="grid grid-cols-2 gap-3 md:grid-cols-4">
			{sums.map(({ currency, balanceMinor, isTest }) => (
				<StatTile
					key={`${currency} ${isTest}`}
					label={isTest ? t`Outstanding in test mode` : t`Outstanding`}
					value={balanceMinor === null ? null : <Money>{formats.money(balanceMinor, currency)}</Money>}
					definition={t`What is left on all gift cards: what you owe in tickets.`}
				/>
			))}
		</section>
	);
}
