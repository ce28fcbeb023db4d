import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { data, Link, redirect } from 'react-router';
import { useCleanAddress } from '#app/features/orders/checkout/after-return.ts';
import { DoorDetails } from '#app/features/orders/checkout/door-details.tsx';
import { HoldClock } from '#app/features/orders/checkout/hold-clock.tsx';
import { OrderSummary } from '#app/features/orders/checkout/order-summary.tsx';
import { PaymentForm } from '#app/features/orders/checkout/payment-form.tsx';
import { type Checkout, useCheckout } from '#app/features/orders/checkout/use-checkout.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { firstPart } from '#app/lib/optional-part.tsx';
import { linkPageHeaders } from '#app/lib/public-page.ts';
import { serverClient } from '#app/lib/server-api.ts';
import { PageTitle } from '#app/shell/page-title.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { getManagedOrder, type ManagedOrder } from '#shared/contracts/managed-orders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Route } from './+types/checkout-order';

/** Only a change of a confirmed order has it, and an order of tickets that another guest sells. */
const ChangePart = firstPart('change-part', () =>
	import('#app/features/orders/checkout/change-part.tsx').then((module) => module.ChangePart),
);

/** Only an order whose buyer pays by transfer has it. */
const TransferDetails = firstPart('transfer', () =>
	import('#app/features/orders/checkout/transfer-details.tsx').then((module) => module.TransferDetails),
);

/** Only where gift cards can pay. */
const GiftCardField = firstPart('gift-card', () =>
	import('#app/features/orders/gift-cards/checkout/gift-card-field.tsx').then(
		(module) => module.GiftCardField,
	),
);
const AppliedCards = firstPart('applied-cards', () =>
	import('#app/features/orders/gift-cards/checkout/applied-cards.tsx').then((module) => module.AppliedCards),
);

/** A signed link is right or it is nothing, as that of "my ticket". An order that is paid leads to its tickets. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { manageToken } = params;
	const api = serverClient({ context, request });
	try {
		const order = await api.call(getManagedOrder, { params: { manageToken } });
		if (order.status === 'confirmed' && !order.change)
			throw redirect(`/my-ticket/${manageToken}${markOf(order)}`);
		const { searchParams } = new URL(request.url);
		return {
			order,
			hasReturned: searchParams.has('returned'),
			proof: searchParams.get('confirm'),
		};
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		const { code, message, userMessage } = error;
		const status = error.status < 500 && error.status !== 429 ? 404 : error.status;
		throw data({ code, message, userMessage }, { status });
	}
}

/** What "my ticket" is to say of what was paid last: nothing of money that went back. */
function markOf({ lines, payments, refunds }: ManagedOrder): string {
	const paid = payments.filter(({ state }) => state === 'succeeded');
	const last = paid.at(-1);
	if (refunds.some(({ paymentId }) => paymentId === last?.id)) return '';
	return paid.length > 1 || lines.some(({ quantity }) => quantity < 0) ? '?changed' : '?new';
}

export const headers = linkPageHeaders;

/** The second of two screens: how to pay, beside what is paid for. */
export default function CheckoutOrderPage({ loaderData, params }: Route.ComponentProps) {
	const { t } = useLingui();
	const checkout = useCheckout(params.manageToken, loaderData.order, loaderData.hasReturned);
	useCleanAddress(loaderData.hasReturned);
	const { order } = checkout;
	const { event } = order;
	const [isOfChange] = useState(order.change !== null);
	const isConfirmed = order.status === 'confirmed' && !isOfChange;
	// A document of its own: the tickets are another page, and coming back is not paying again.
	useEffect(() => {
		if (isConfirmed) window.location.replace(`/my-ticket/${params.manageToken}?new`);
	}, [isConfirmed, params.manageToken]);
	const isPending = order.status === 'pending';
	const hasTickets = order.attendees.length > 0;
	const code = order.discount ? `?code=${encodeURIComponent(order.discount.code)}` : '';
	const eventPath = `${hasTickets ? '/events' : '/register'}/${event.slug}${code}`;
	const changePart = (
		<Suspense>
			<ChangePart checkout={checkout} manageToken={params.manageToken} />
		</Suspense>
	);
	const waitsForMoney = isPending && (order.terms === 'transfer' || order.terms === 'door');
	return (
		<div
			className="event-theme flex-1 bg-linear-to-b from-event-wash to-paper to-[32rem]"
			style={{ '--event-hue': event.themeHue }}
		>
			<div className="page-width flex flex-col gap-4 py-3 md:gap-8 md:py-10" data-small-footer>
				<PageTitle title={t`Checkout: ${event.title}`} />
				<meta name="robots" content="noindex" />
				<SandboxNote of={event} />
				<header className="flex flex-col">
					<Link
						to={isOfChange ? `/my-ticket/${params.manageToken}` : eventPath}
						reloadDocument={isOfChange}
						className="flex min-h-8 max-w-full items-center gap-1 self-start text-sm text-muted hover:text-ink"
					>
						<Icon icon={ArrowLeft} isDirectional size={16} />
						<span className="truncate" dir="auto">
							{isOfChange ? t`Back to your tickets` : t`Back to ${event.title}`}
						</span>
					</Link>
					<h1 tabIndex={-1} className="title-page">
						{isOfChange ? (
							<Trans>Change tickets</Trans>
						) : !waitsForMoney ? (
							<Trans>Checkout</Trans>
						) : hasTickets ? (
							<Trans>Your tickets are held</Trans>
						) : (
							<Trans>Thank you for your donation</Trans>
						)}
					</h1>
					{order.change || (isPending && !waitsForMoney) ? <HoldClock checkout={checkout} /> : null}
				</header>
				<div className="grid items-start gap-4 md:gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
					{/* First in the document too: what is painted while the page arrives stays in its place. */}
					<div className="min-w-0 lg:order-last">
						<OrderSummary order={order}>
							{order.giftCards.length > 0 ? (
								<Suspense>
									<AppliedCards checkout={checkout} manageToken={params.manageToken} />
								</Suspense>
							) : null}
						</OrderSummary>
					</div>
					<div className="flex min-w-0 flex-col gap-6">
						{order.isResale ? changePart : null}
						{waitsForMoney && order.terms === 'transfer' ? (
							<Suspense>
								<TransferDetails order={order} />
							</Suspense>
						) : null}
						{waitsForMoney && order.terms === 'door' ? (
							<DoorDetails checkout={checkout} manageToken={params.manageToken} proof={loaderData.proof} />
						) : null}
						{order.takesGiftCards ? (
							<Suspense>
								<GiftCardField checkout={checkout} manageToken={params.manageToken} />
							</Suspense>
						) : null}
						{isPending || order.change ? (
							waitsForMoney ? (
								<details className="needs-script">
									<summary className="cursor-pointer text-sm font-medium">
										<Trans>Pay another way</Trans>
									</summary>
									<div className="pt-4">
										<PaymentForm checkout={checkout} />
									</div>
								</details>
							) : (
								<PaymentForm checkout={checkout} />
							)
						) : null}
						{isOfChange ? changePart : null}
						{order.status === 'expired' ? (
							<Expired checkout={checkout} hasTickets={hasTickets} eventPath={eventPath} />
						) : null}
						<NotPayable {...{ checkout, hasTickets, eventPath }} manageToken={params.manageToken} />
						<noscript>
							<p className="text-sm text-muted">
								<Trans>To pay, turn on JavaScript.</Trans>
							</p>
						</noscript>
					</div>
				</div>
			</div>
		</div>
	);
}

/** Why there is nothing to pay: the order waits for approval, its hold has ended, or it is cancelled. */
function NotPayable(props: {
	checkout: Checkout;
	manageToken: string;
	hasTickets: boolean;
	eventPath: string;
}) {
	const { t } = useLingui();
	const { checkout, manageToken, hasTickets, eventPath } = props;
	const { status, event } = checkout.order;
	if (status === 'awaiting_approval')
		return (
			<Callout
				tone="info"
				title={t`Waiting for approval`}
				action={
					<ButtonLink to={`/my-ticket/${manageToken}`} size="sm" reloadDocument>
						{t`View your request`}
					</ButtonLink>
				}
			>
				<Trans>You can pay once {event.organiserName} has approved your request.</Trans>
			</Callout>
		);
	if (status === 'expired') return <Expired {...{ checkout, hasTickets, eventPath }} />;
	return status === 'cancelled' ? (
		<Callout
			title={hasTickets ? t`This registration is cancelled` : t`This donation is cancelled`}
			action={
				<ButtonLink to={eventPath} variant="outline" size="sm">
					{t`View event`}
				</ButtonLink>
			}
		>
			{hasTickets ? (
				<Trans>Changed your mind? Order again on the event page.</Trans>
			) : (
				<Trans>Changed your mind? Donate again on the event page.</Trans>
			)}
		</Callout>
	) : null;
}

function Expired(props: { checkout: Checkout; hasTickets: boolean; eventPath: string }) {
	const { checkout, hasTickets, eventPath } = props;
	const { t } = useLingui();
	const errorText = useErrorText();
	return (
		<section className="flex flex-col items-start gap-4">
			<Callout tone="warning" title={t`Time’s up`}>
				{hasTickets ? (
					<Trans>Your hold expired. If tickets are left, you can get them again.</Trans>
				) : (
					<Trans>This donation wasn’t paid in time. Nothing was charged.</Trans>
				)}
			</Callout>
			{checkout.error ? (
				<Callout tone="danger" isUrgent>
					{errorText(checkout.error)}
				</Callout>
			) : null}
			<div className="flex flex-wrap gap-2">
				<Button
					tone="event"
					className="needs-script"
					isLoading={checkout.isPaying}
					onClick={() => void checkout.holdAgain()}
				>
					{t`Try again`}
				</Button>
				<ButtonLink to={eventPath} variant="outline">{t`View event`}</ButtonLink>
			</div>
		</section>
	);
}
