import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { readHolds } from '#app/features/orders/held-orders.ts';
import { FindMyTicket } from '#app/features/pages/components/find-my-ticket.tsx';
import { useBrowserValue } from '#app/lib/hydrated.ts';
import { latePart } from '#app/lib/optional-part.tsx';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { useSite } from '#app/shell/site.ts';
import { ButtonLink } from '#app/ui/button.tsx';

export const headers = publicPageHeaders(300);
export const handle = publicPageHandle();

const HeldOrderNotice = latePart(() =>
	import('#app/features/orders/components/held-order-notice.tsx').then((module) => module.HeldOrderNotice),
);

/**
 * Where somebody lands who looks for an unfinished registration: to the orders of this device, to the event, or to the mail that leads
 * there.
 */
export default function CheckoutPage() {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	const hasHolds = useBrowserValue(() => readHolds().length > 0);
	const empty = (
		<p className="max-w-measure text-lg text-muted">
			<Trans>Your cart is empty. Pick an event to register.</Trans>
		</p>
	);
	return (
		<div className="page-width flex w-full max-w-4xl flex-col gap-8 py-10 md:py-16">
			<PublicHead
				title={t`Checkout`}
				description={t`Register on the event’s own page, in one step.`}
				path="/checkout"
				imageUrl={pictureOf('events')}
				isHidden
			/>
			<header className="flex flex-col gap-4">
				<h1 tabIndex={-1} className="title-event">
					<Trans>Checkout</Trans>
				</h1>
				{hasHolds ? (
					<Suspense fallback={empty}>
						<HeldOrderNotice otherwise={empty} />
					</Suspense>
				) : (
					empty
				)}
				<div>
					<ButtonLink to="/events">{t`Browse Events`}</ButtonLink>
				</div>
			</header>
			<p className="max-w-measure text-muted">
				{hasEmail ? (
					<Trans>Already registered? Open the link in your confirmation email.</Trans>
				) : (
					<Trans>Already registered? Open the ticket page you saved.</Trans>
				)}
			</p>
			<FindMyTicket answer={undefined} />
		</div>
	);
}
