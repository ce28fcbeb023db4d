import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useEffect, useState } from 'react';
import { data, type ShouldRevalidateFunctionArgs } from 'react-router';
import {
	Donation,
	isGiftAlone,
	ownTickets,
	Tickets,
	UnconfirmedPart,
} from '#app/features/orders/components/managed-order-parts.tsx';
import { OrderNotice } from '#app/features/orders/components/order-notice.tsx';
import type { DialogRequest } from '#app/features/orders/components/requested-dialog.tsx';
import { SentTo } from '#app/features/orders/components/sent-to.tsx';
import type { Ticket } from '#app/features/orders/components/ticket-card.tsx';
import { type ManagedOrderActions, useManagedOrder } from '#app/features/orders/use-managed-order.ts';
import { firstPart, optionalPart } from '#app/lib/optional-part.tsx';
import { linkPageHeaders } from '#app/lib/public-page.ts';
import { serverClient } from '#app/lib/server-api.ts';
import { lazyDialog, lazyPart } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { Button } from '#app/ui/button.tsx';
import { getManagedOrder, type ManagedOrder } from '#shared/contracts/managed-orders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Route } from './+types/my-ticket';

/** Whether an order has documents: money for it has come. */
const hasDocuments = (order: ManagedOrder): boolean =>
	order.payments.some(({ state }) => state === 'succeeded');

/** A key of the state that an order’s documents depend on. */
const documentsState = (order: ManagedOrder): string =>
	[...order.payments, ...order.refunds].map(({ id, state }) => `${id} ${state}`).join();

// After the ticket, never before it: neither its script nor its data is waited for.
const OrderQuestions = lazyPart(
	() =>
		import('#app/features/questions/components/order-questions.tsx').then((module) => module.OrderQuestions),
	null,
);

/** Links alone, which work before their script. */
const OrderFacts = lazyPart(
	() => import('#app/features/orders/components/order-facts.tsx').then((module) => module.OrderFacts),
	null,
);

/** Only a paid order has it. */
const OrderDocuments = lazyPart(
	() =>
		import('#app/features/documents/components/order-documents.tsx').then((module) => module.OrderDocuments),
	null,
);

/** Only an order with a pending refund has it. */
const RefundAccount = lazyPart(
	() => import('#app/features/orders/components/refund-account.tsx').then((module) => module.RefundAccount),
	null,
);

/** Only an order with a refund onto a gift card has it. */
const RefundCards = lazyPart(
	() => import('#app/features/orders/components/refund-cards.tsx').then((module) => module.RefundCards),
	null,
);

/** Only an order with goods, or with tickets that are not tied to a date, has it. */
const WithdrawSection = lazyPart(
	() =>
		import('#app/features/withdrawals/components/withdraw-section.tsx').then(
			(module) => module.WithdrawSection,
		),
	null,
);

/** Only an order whose gift is given each month has it. */
const MonthlyDonation = firstPart('monthly', () =>
	import('#app/features/orders/components/monthly-donation.tsx').then((module) => module.MonthlyDonation),
);
/** Only a paid order of a US charity's tickets whose price is in part a donation has it. */
const Disclosure = optionalPart(() =>
	import('#app/features/orders/checkout/order-summary.tsx').then((module) => module.Disclosure),
);
/** Only an order with a change has it. */
const ChangeNotice = firstPart('change-notice', () =>
	import('#app/features/orders/components/ticket-actions.tsx').then((module) => module.ChangeNotice),
);
const RequestedDialog = lazyDialog(() =>
	import('#app/features/orders/components/requested-dialog.tsx').then((module) => module.RequestedDialog),
);
const TicketScreen = lazyDialog(() =>
	import('#app/features/orders/components/ticket-screen.tsx').then((module) => module.TicketScreen),
);
/** Only an order whose buyer has requested a refund has it. */
const RefundRequestNotice = lazyPart(
	() =>
		import('#app/features/orders/components/refund-request.tsx').then((module) => module.RefundRequestNotice),
	null,
);

/** A signed link is right or it is nothing: every refusal of it is a page that does not exist. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { manageToken } = params;
	const { searchParams } = new URL(request.url);
	try {
		const order = await serverClient({ context, request }).call(getManagedOrder, { params: { manageToken } });
		return { order, isNew: searchParams.has('new'), isChanged: searchParams.has('changed') };
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		const { code, message, userMessage } = error;
		const status = error.status < 500 && error.status !== 429 ? 404 : error.status;
		throw data({ code, message, userMessage }, { status });
	}
}

/** What covers the page, and the mark of an arrival, change the address's history alone: a ticket is shown without a connection. */
export function shouldRevalidate({
	currentUrl,
	nextUrl,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
	return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}

export const headers = linkPageHeaders;

export default function MyTicketPage({ loaderData, params }: Route.ComponentProps) {
	const { t } = useLingui();
	const actions = useManagedOrder(params.manageToken, loaderData.order);
	const { order } = actions;
	const { event } = order;
	const isNew = useArrival(loaderData.isNew);
	const isChanged = useArrival(loaderData.isChanged);
	const [requested, setRequested] = useState<DialogRequest | { kind: 'show'; ticket: Ticket } | null>(null);
	const close = () => setRequested(null);
	const isAwaiting = order.status === 'awaiting_approval';
	const isConfirmed = order.status === 'confirmed';
	return (
		<div
			className="event-theme flex-1 bg-linear-to-b from-event-wash to-paper to-[32rem] print:bg-none"
			style={{ '--event-hue': event.themeHue }}
		>
			<div className="page-width flex flex-col gap-5 py-4 md:gap-8 md:py-10">
				<PageTitle
					title={isGiftAlone(order) ? t`Your donation: ${event.title}` : t`Your ticket: ${event.title}`}
				/>
				<meta name="robots" content="noindex" />
				<SandboxNote of={event} />
				<Heading
					actions={actions}
					isNew={isNew}
					onChangeEmail={() => setRequested({ kind: 'change-email' })}
				/>
				<OrderNotice order={order} />
				{order.change || isChanged ? (
					<Suspense>
						<ChangeNotice {...{ actions, isChanged }} manageToken={params.manageToken} />
					</Suspense>
				) : null}
				{order.refunds.some(({ giftCardId }) => giftCardId) ? (
					<RefundCards order={order} manageToken={params.manageToken} />
				) : null}
				{order.owedMinor > 0 ? <RefundAccount actions={actions} manageToken={params.manageToken} /> : null}
				{order.refundRequest ? (
					<RefundRequestNotice actions={actions} manageToken={params.manageToken} />
				) : null}
				<div className="grid items-start gap-8 lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-14">
					<div className="flex min-w-0 flex-col gap-6">
						<UnconfirmedPart actions={actions} manageToken={params.manageToken} />
						{isGiftAlone(order) || (
							<Tickets
								actions={actions}
								isNew={isNew}
								manageToken={params.manageToken}
								onAsk={setRequested}
							/>
						)}
						<Donation order={order} isNew={isNew} />
					</div>
					<div className="flex min-w-0 flex-col gap-8 print:hidden">
						{!isConfirmed || isGiftAlone(order) ? null : (
							<OrderFacts
								event={event}
								code={order.code}
								calendarUrl={`/api/orders/${encodeURIComponent(params.manageToken)}/calendar.ics`}
							/>
						)}
						{order.agreementToken ? (
							<Suspense>
								<MonthlyDonation agreementToken={order.agreementToken} />
							</Suspense>
						) : null}
						{isConfirmed && order.disclosure && !isGiftAlone(order) ? <Disclosure order={order} /> : null}
						{hasDocuments(order) ? (
							<OrderDocuments
								manageToken={params.manageToken}
								timeZone={event.timeZone}
								state={documentsState(order)}
							/>
						) : null}
						{order.hasWithdrawal ? (
							<WithdrawSection
								of={{ kind: 'order', token: params.manageToken }}
								onDone={() => void actions.reload()}
							/>
						) : null}
						{/* Comes after the page, so nothing stands below it that it could push. */}
						{(isConfirmed || isAwaiting) && event.status !== 'cancelled' && !isGiftAlone(order) ? (
							<OrderQuestions
								{...{ isConfirmed }}
								link={params}
								organiserName={event.organiserName}
								people={order.attendees.map(({ id, name, status }) => `${id} ${name} ${status}`).join()}
							/>
						) : null}
					</div>
				</div>
				{order.canCancel && isConfirmed ? (
					<CancelPart onCancel={() => setRequested({ kind: 'cancel', ticket: null })} />
				) : null}
				<noscript>
					<p className="text-sm text-muted print:hidden">
						<Trans>To change or cancel your registration, turn on JavaScript.</Trans>
					</p>
				</noscript>
				{requested?.kind === 'show' ? (
					<TicketScreen tickets={ownTickets(order)} first={requested.ticket} onClose={close} />
				) : requested ? (
					<RequestedDialog
						{...{ requested, actions }}
						manageToken={params.manageToken}
						tickets={ownTickets(order)}
						onClose={close}
					/>
				) : null}
			</div>
		</div>
	);
}

/** The way to give the whole registration back. */
function CancelPart({ onCancel }: { onCancel: () => void }) {
	const { t } = useLingui();
	return (
		<section className="needs-script flex print:hidden flex-col items-start gap-2 border-t border-hairline pt-6">
			<h2 className="text-sm font-medium">
				<Trans>Can’t make it?</Trans>
			</h2>
			<p className="text-sm text-muted">
				<Trans>Cancel so someone else can have your spot.</Trans>
			</p>
			<Button variant="outline" tone="destructive" onClick={onCancel}>
				{t`Cancel registration`}
			</Button>
		</section>
	);
}

/** True after registering, once: the address then loses its mark, so that coming back is an ordinary visit. */
function useArrival(isNew: boolean): boolean {
	const [wasNew] = useState(isNew);
	useEffect(() => {
		if (!wasNew) return;
		// Not a navigation: nothing is loaded again, and "back" leads where it led.
		window.history.replaceState(window.history.state, '', window.location.pathname);
	}, [wasNew]);
	return wasNew;
}

function Heading(props: { actions: ManagedOrderActions; isNew: boolean; onChangeEmail: () => void }) {
	const { t } = useLingui();
	const { order } = props.actions;
	const firstName = order.buyer.name.split(/\s+/)[0] ?? '';
	const count = ownTickets(order).length;
	const isConfirmed = order.status === 'confirmed';
	return (
		<header className="flex flex-col gap-1 md:gap-3 print:hidden">
			<h1 tabIndex={-1} className="title-page [overflow-wrap:anywhere]">
				{isGiftAlone(order) ? (
					isConfirmed ? (
						t`Thank you, ${firstName}`
					) : (
						t`Your donation`
					)
				) : isConfirmed && props.isNew ? (
					t`You’re in, ${firstName}`
				) : isConfirmed ? (
					<Plural value={count} one="Your ticket" other="Your tickets" />
				) : order.status === 'awaiting_approval' ? (
					t`Your request`
				) : (
					t`Your registration`
				)}
			</h1>
			{isConfirmed ? <SentTo actions={props.actions} onChange={props.onChangeEmail} /> : null}
		</header>
	);
}
