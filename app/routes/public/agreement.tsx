import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useCleanAddress } from '#app/features/orders/checkout/after-return.ts';
import { Problem, useOrderAction } from '#app/features/orders/components/order-dialogs.tsx';
import { DueForm } from '#app/features/orders/monthly/due-form.tsx';
import { GiftCard } from '#app/features/orders/monthly/gift-card.tsx';
import { useMonthlyGift } from '#app/features/orders/monthly/use-monthly-gift.ts';
import { linkPageHeaders } from '#app/lib/public-page.ts';
import { linkApi } from '#app/lib/server-api.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { getAgreement } from '#shared/contracts/agreements.ts';
import type { Route } from './+types/agreement';

const dialogs = () => import('#app/features/orders/monthly/gift-dialogs.tsx');
const AmountDialog = lazyDialog(() => dialogs().then((module) => module.AmountDialog));
const PauseDialog = lazyDialog(() => dialogs().then((module) => module.PauseDialog));
const StopDialog = lazyDialog(() => dialogs().then((module) => module.StopDialog));

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { agreementToken } = params;
	const gift = await linkApi({ context, request }).call(getAgreement, { params: { agreementToken } });
	return { gift, hasReturned: new URL(request.url).searchParams.has('returned') };
}

export const headers = linkPageHeaders;

type DialogRequest = 'amount' | 'pause' | 'stop';

/** A donor's own page of a monthly donation: what is given, and how to change, pause or stop it. */
export default function AgreementPage({ loaderData, params }: Route.ComponentProps) {
	const { t } = useLingui();
	const actions = useMonthlyGift(params.agreementToken, loaderData.gift);
	const { gift } = actions;
	const { event, state } = gift;
	const [dialog, setDialog] = useState<DialogRequest | null>(null);
	const close = () => setDialog(null);
	useCleanAddress(loaderData.hasReturned);
	return (
		<div
			className="event-theme flex-1 bg-linear-to-b from-event-wash to-paper to-[32rem]"
			style={{ '--event-hue': event.themeHue }}
		>
			<div className="page-width flex flex-col gap-8 py-6 md:py-10">
				<PageTitle title={t`Your monthly donation: ${event.title}`} />
				<meta name="robots" content="noindex" />
				<h1 tabIndex={-1} className="title-page">
					<Trans>Your monthly donation</Trans>
				</h1>
				<div className="grid items-start gap-8 lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-14">
					<div className="flex min-w-0 flex-col gap-4">
						<GiftCard gift={gift} />
						{gift.isTest && state !== 'ended' ? <TestClock onPass={actions.passTime} /> : null}
					</div>
					<div className="flex min-w-0 flex-col gap-6">
						{state === 'ended' ? (
							<Callout
								tone="info"
								title={t`This monthly donation has ended`}
								action={
									<ButtonLink to={`/events/${event.slug}`} variant="outline" size="sm">
										{t`View event`}
									</ButtonLink>
								}
							>
								<Trans>Your card won’t be charged any more. Thank you for what you gave.</Trans>
							</Callout>
						) : null}
						{gift.dueMinor === null ? null : (
							<section aria-labelledby="due" className="flex flex-col gap-4">
								<h2 id="due" className="text-lg font-medium">
									{gift.needsPayer ? (
										<Trans>Confirm this month’s donation</Trans>
									) : (
										<Trans>Pay this month</Trans>
									)}
								</h2>
								<Callout tone="warning">
									{gift.needsPayer ? (
										<Trans>Your bank wants you to confirm the payment. Enter your card to do that.</Trans>
									) : (
										<Trans>
											Your card was declined. Pay with another one, or we’ll try it again in the next days.
										</Trans>
									)}
								</Callout>
								{gift.isPaying ? (
									<Callout tone="info">
										<Trans>A payment is in progress. Check again in a few minutes.</Trans>
									</Callout>
								) : (
									<DueForm actions={actions} />
								)}
							</section>
						)}
						{state === 'ended' ? null : (
							<section aria-labelledby="change" className="needs-script flex flex-col items-start gap-3">
								<h2 id="change" className="text-lg font-medium">
									<Trans>Change or stop</Trans>
								</h2>
								<div className="flex flex-wrap gap-3">
									<Button variant="outline" onClick={() => setDialog('amount')}>{t`Change amount`}</Button>
									{state === 'active' ? (
										<Button variant="outline" onClick={() => setDialog('pause')}>{t`Pause`}</Button>
									) : null}
									{state === 'paused' ? <Resume onResume={actions.resume} /> : null}
									<Button variant="outline" tone="destructive" onClick={() => setDialog('stop')}>
										{t`Stop donation`}
									</Button>
								</div>
							</section>
						)}
						<noscript>
							<p className="text-sm text-muted">
								<Trans>To change, pause or stop your donation, turn on JavaScript.</Trans>
							</p>
						</noscript>
					</div>
				</div>
				{dialog === 'amount' ? <AmountDialog actions={actions} onClose={close} /> : null}
				{dialog === 'pause' ? <PauseDialog actions={actions} onClose={close} /> : null}
				{dialog === 'stop' ? <StopDialog actions={actions} onClose={close} /> : null}
			</div>
		</div>
	);
}

function Resume({ onResume }: { onResume: () => Promise<void> }) {
	const { t } = useLingui();
	const { isPending, error, act } = useOrderAction(() => {});
	return (
		<>
			<Button
				variant="outline"
				isLoading={isPending}
				onClick={() => void act(onResume, t`Your monthly donation continues`)}
			>
				{t`Resume`}
			</Button>
			<Problem>{error}</Problem>
		</>
	);
}

/** In test mode a month passes at a press, so that the next charge can be seen. */
function TestClock({ onPass }: { onPass: (days: number) => Promise<void> }) {
	const { t } = useLingui();
	const { isPending, error, act } = useOrderAction(() => {});
	return (
		<div className="needs-script flex flex-col items-start gap-2">
			<Button variant="outline" size="sm" isLoading={isPending} onClick={() => void act(() => onPass(32))}>
				{t`Let 32 days pass (test mode)`}
			</Button>
			<Problem>{error}</Problem>
		</div>
	);
}
