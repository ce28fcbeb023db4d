import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { useCleanAddress } from '#app/features/orders/checkout/after-return.ts';
import { hueOf } from '#app/features/orders/gift-cards/picture.tsx';
import { PayForm } from '#app/features/orders/gift-cards/purchase/pay-form.tsx';
import { PurchaseSummary } from '#app/features/orders/gift-cards/purchase/purchase-summary.tsx';
import { type PurchaseActions, usePurchase } from '#app/features/orders/gift-cards/purchase/use-purchase.ts';
import { firstPart } from '#app/lib/optional-part.tsx';
import { linkPageHeaders } from '#app/lib/public-page.ts';
import { linkApi } from '#app/lib/server-api.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { useSite } from '#app/shell/site.ts';
import { Badge } from '#app/ui/badge.tsx';
import { getGiftCardPurchase } from '#shared/contracts/gift-cards.ts';
import type { Route } from './+types/gift-card-purchase';

/** Only cards that are paid for have it. */
const BoughtCards = firstPart('bought-cards', () =>
	import('#app/features/orders/gift-cards/purchase/bought-cards.tsx').then((module) => module.BoughtCards),
);

const WithdrawSection = lazyPart(
	() =>
		import('#app/features/withdrawals/components/withdraw-section.tsx').then(
			(module) => module.WithdrawSection,
		),
	null,
);

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { purchaseToken } = params;
	const purchase = await linkApi({ context, request }).call(getGiftCardPurchase, {
		params: { purchaseToken },
		query: {},
	});
	return { purchase, hasReturned: new URL(request.url).searchParams.has('returned') };
}

export const headers = linkPageHeaders;

/** /gift-card-orders/:purchaseToken: gift cards that were ordered: their payment, then the cards. */
export default function GiftCardPurchasePage({ loaderData, params }: Route.ComponentProps) {
	const { t } = useLingui();
	const actions = usePurchase(params.purchaseToken, loaderData.purchase, loaderData.hasReturned);
	const { organiser, isTest, state } = actions.purchase;
	useCleanAddress(loaderData.hasReturned);
	return (
		<div
			className="event-theme flex-1 bg-linear-to-b from-event-wash to-paper to-[32rem] print:bg-none"
			style={{ '--event-hue': hueOf(organiser.slug) }}
		>
			<div className="page-width flex flex-col gap-6 py-6 md:gap-8 md:py-10" data-small-footer>
				<PageTitle title={t`Gift cards: ${organiser.name}`} />
				<meta name="robots" content="noindex" />
				{isTest ? (
					<p className="flex flex-wrap items-center gap-2 text-compact text-muted" data-print="hide">
						<Badge variant="outline">{t`Test mode`}</Badge>
						<Trans>No real money is charged.</Trans>
					</p>
				) : null}
				{state === 'paid' ? (
					<Paid actions={actions} purchaseToken={params.purchaseToken} />
				) : (
					<Unpaid actions={actions} />
				)}
			</div>
		</div>
	);
}

function Unpaid({ actions }: { actions: PurchaseActions }) {
	return (
		<>
			<h1 tabIndex={-1} className="title-page">
				<Trans>Pay for your gift cards</Trans>
			</h1>
			<div className="grid items-start gap-4 md:gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
				<div className="min-w-0 lg:order-last">
					<PurchaseSummary purchase={actions.purchase} />
				</div>
				<div className="flex min-w-0 flex-col gap-6">
					<PayForm actions={actions} />
					<noscript>
						<p className="text-sm text-muted">
							<Trans>To pay, turn on JavaScript.</Trans>
						</p>
					</noscript>
				</div>
			</div>
		</>
	);
}

function Paid({ actions, purchaseToken }: { actions: PurchaseActions; purchaseToken: string }) {
	const { buyer, cards, number } = actions.purchase;
	const { hasEmail } = useSite();
	// What was just paid is said to those who don’t see the page change.
	const [wasPaid] = useState(actions.purchase.paidAt !== null);
	return (
		<>
			<header className="flex flex-col gap-1" data-print="hide">
				<h1 tabIndex={-1} className="title-page">
					<Trans>Thank you, {buyer.name}</Trans>
				</h1>
				<p role={wasPaid ? undefined : 'status'} className="text-muted">
					{hasEmail ? (
						<>
							<Plural
								value={cards.length}
								one="Your gift card is paid. We’ve emailed the link of this page to"
								other="Your # gift cards are paid. We’ve emailed the link of this page to"
							/>{' '}
							<bdi>{buyer.email}</bdi>.
						</>
					) : (
						<Plural
							value={cards.length}
							one="Your gift card is paid. No email is sent yet: save the link of this page, and pass the code on to the recipient."
							other="Your # gift cards are paid. No email is sent yet: save the link of this page, and pass the codes on to the recipients."
						/>
					)}
				</p>
				<p className="text-sm text-muted">
					<Trans>Purchase number: {number}</Trans>
				</p>
			</header>
			<Suspense>
				<BoughtCards actions={actions} />
			</Suspense>
			<WithdrawSection
				of={{ kind: 'gift-cards', token: purchaseToken }}
				onDone={() => void actions.reload()}
			/>
			<noscript>
				<p className="text-sm text-muted">
					<Trans>To see the codes and to change your cards, turn on JavaScript.</Trans>
				</p>
			</noscript>
		</>
	);
}
