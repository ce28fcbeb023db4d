import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useOverview } from '#app/features/admin/overview-api.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import type { ShapedPage } from '#app/shell/route-skeleton.tsx';
import { useSite } from '#app/shell/site.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton, SkeletonGroup } from '#app/ui/skeleton.tsx';
import { StatTile } from '#app/ui/stat-tile.tsx';
import type { AdminOverview } from '#shared/contracts/admin.ts';
import { LATE_PAYMENT_MINUTES } from '#shared/rules/periods.ts';

export const handle = { shape: 'figures' } satisfies ShapedPage;

const DemoNotice = lazyPart(
	() => import('#app/features/admin/components/demo-notice.tsx').then((module) => module.DemoNotice),
	null,
);

/** Today's figures, and what waits for somebody. */
export default function AdminOverviewPage() {
	const { t } = useLingui();
	const overview = useOverview();
	return (
		<section className="flex flex-col gap-8" aria-label={t`Overview`}>
			<PageTitle title={t`Admin`} />
			<ErrorCallout error={overview.error} onRetry={overview.refetch} />
			{overview.data ? (
				<>
					<Attention attention={overview.data.attention} />
					<Figures today={overview.data.today} />
					{/* Last on the page, as it arrives last. */}
					<DemoNotice />
				</>
			) : overview.error ? null : (
				<SkeletonGroup className="grid grid-cols-2 gap-3 md:grid-cols-4">
					{['1', '2', '3', '4'].map((tile) => (
						<Skeleton key={tile} className="h-24 w-full rounded-lg" />
					))}
				</SkeletonGroup>
			)}
		</section>
	);
}

function Figures({ today }: { today: AdminOverview['today'] }) {
	const { t } = useLingui();
	const formats = useFormats();
	const number = (value: number) => formats.number(value);
	return (
		<div className="flex flex-col gap-3">
			<h2 className="text-base font-semibold">
				<Trans>Since midnight</Trans>
			</h2>
			<div className="grid grid-cols-2 gap-3 md:grid-cols-4">
				<StatTile
					label={t`Registrations`}
					value={number(today.confirmedOrders)}
					definition={t`Confirmed orders of all organisers.`}
				/>
				<StatTile
					label={t`Check-ins`}
					value={number(today.checkIns)}
					definition={t`Accepted check-ins that were not undone.`}
				/>
				<StatTile
					label={t`Events on now`}
					value={number(today.eventsOn)}
					definition={t`Public events that have begun and not ended.`}
				/>
				<StatTile
					label={t`Events published`}
					value={number(today.publishedEvents)}
					definition={t`Public events published for the first time.`}
				/>
				<StatTile label={t`New accounts`} value={number(today.newUsers)} />
				<StatTile label={t`New organisations`} value={number(today.newOrganisations)} />
				<StatTile
					label={t`Page views`}
					value={number(today.pageViews)}
					definition={t`Counted without cookies. Bots and visitors who opt out aren’t counted.`}
				/>
				<StatTile label={t`Emails sent`} value={number(today.sentMails)} to="/admin/mails?status=sent" />
			</div>
		</div>
	);
}

function TriedCards({ events }: { events: number }) {
	return (
		<Plural
			value={events}
			one="Cards were tested on # event in the last 24 hours. Its buyers confirm each payment with their bank."
			other="Cards were tested on # events in the last 24 hours. Their buyers confirm each payment with their bank."
		/>
	);
}

/** Messages of new organisers that wait to be released. */
const reviewsOf = (messages: number) => ({
	key: 'reviews',
	tone: 'warning' as const,
	text: (
		<Plural value={messages} one="# message to guests to review." other="# messages to guests to review." />
	),
	to: '/admin/moderation',
});

/** Events of the provider that could not be settled. */
const failingEventsOf = (events: number) => ({
	key: 'payments',
	tone: 'danger' as const,
	text: (
		<Plural
			value={events}
			one="# event of the payment provider could not be settled."
			other="# events of the payment provider could not be settled."
		/>
	),
	to: '/admin/provider-events',
});

/** Payments whose answer is missing. */
const latePaymentsOf = (payments: number) => ({
	key: 'late-payments',
	tone: 'warning' as const,
	text: (
		<Plural
			value={payments}
			one={`# payment has waited for the provider’s answer for more than ${LATE_PAYMENT_MINUTES} minutes.`}
			other={`# payments have waited for the provider’s answer for more than ${LATE_PAYMENT_MINUTES} minutes.`}
		/>
	),
	to: '/admin/payments?filter=late',
});

/** Refunds that did not arrive. */
const failedRefundsOf = (refunds: number) => ({
	key: 'failed-refunds',
	tone: 'warning' as const,
	text: (
		<Plural
			value={refunds}
			one="# refund failed. Its buyer is still owed the money."
			other="# refunds failed. Their buyers are still owed the money."
		/>
	),
	to: '/admin/failed-refunds',
});

function Attention({ attention }: { attention: AdminOverview['attention'] | undefined }) {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	if (!attention) return null;
	const { failedMails, storedMails, failedJobs, openErrors, unansweredMessages, newReports, isSignUpOpen } =
		attention;
	const { failingEvents, latePayments, failedRefunds, eventsWithTriedCards, messagesInReview } = attention;
	const waiting: { key: string; tone: 'danger' | 'warning'; text: ReactNode; to: string }[] = [];
	if (failedMails > 0)
		waiting.push({
			key: 'mails',
			tone: 'danger',
			text: (
				<Plural value={failedMails} one="# email could not be sent." other="# emails could not be sent." />
			),
			to: '/admin/mails?status=failed',
		});
	if (failedJobs > 0)
		waiting.push({
			key: 'jobs',
			tone: 'danger',
			text: <Plural value={failedJobs} one="# job failed." other="# jobs failed." />,
			to: '/admin/jobs',
		});
	if (failingEvents > 0) waiting.push(failingEventsOf(failingEvents));
	if (latePayments > 0) waiting.push(latePaymentsOf(latePayments));
	if (failedRefunds > 0) waiting.push(failedRefundsOf(failedRefunds));
	if (eventsWithTriedCards > 0)
		waiting.push({
			key: 'cards',
			tone: 'danger',
			text: <TriedCards events={eventsWithTriedCards} />,
			to: '/admin/payments?filter=failed',
		});
	if (openErrors > 0)
		waiting.push({
			key: 'errors',
			tone: 'warning',
			text: <Plural value={openErrors} one="# unresolved error." other="# unresolved errors." />,
			to: '/admin/errors',
		});
	if (unansweredMessages > 0)
		waiting.push({
			key: 'messages',
			tone: 'warning',
			text: <Plural value={unansweredMessages} one="# unanswered message." other="# unanswered messages." />,
			to: '/admin/messages',
		});
	if (messagesInReview > 0) waiting.push(reviewsOf(messagesInReview));
	if (newReports > 0)
		waiting.push({
			key: 'reports',
			tone: 'warning',
			text: <Plural value={newReports} one="# new feedback report." other="# new feedback reports." />,
			to: '/feedback-admin',
		});
	if (storedMails > 0)
		waiting.push({
			key: 'stored',
			tone: 'warning',
			text: (
				<Plural
					value={storedMails}
					one="# email not sent: email isn’t set up."
					other="# emails not sent: email isn’t set up."
				/>
			),
			to: '/admin/mails?status=stored',
		});
	if (!hasEmail)
		waiting.push({
			key: 'no-email',
			tone: 'warning',
			text: isSignUpOpen ? (
				<Trans>Email isn’t set up. Anyone can sign up and publish at once, with an unverified email.</Trans>
			) : (
				<Trans>Email isn’t set up. Sign-up is closed.</Trans>
			),
			to: '/admin/operator',
		});
	return (
		<div className="flex flex-col gap-3">
			<h2 className="text-base font-semibold">
				<Trans>Needs attention</Trans>
			</h2>
			{waiting.length === 0 ? (
				<Callout tone="success">
					<Trans>All clear</Trans>
				</Callout>
			) : (
				<ul className="flex flex-col gap-2">
					{waiting.map(({ key, tone, text, to }) => (
						<li key={key}>
							<Callout
								tone={tone}
								action={
									<ButtonLink to={to} size="sm" variant="outline">
										{t`View`}
									</ButtonLink>
								}
							>
								{text}
							</Callout>
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
