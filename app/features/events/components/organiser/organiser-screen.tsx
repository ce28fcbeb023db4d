import { Trans, useLingui } from '@lingui/react/macro';
import { BadgeCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { FormAnswer } from '#app/lib/form-answer.ts';
import { SanitisedHtml } from '#app/lib/sanitised-html.tsx';
import { useSite } from '#app/shell/site.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { OrganiserPage } from '#shared/contracts/organisers.ts';
import { EventGrid } from '../event-card.tsx';
import { FollowForm, MessageForm } from './organiser-forms.tsx';

/** An organiser in public: who they are, what is coming up, how to follow and to write to them. */
export function OrganiserScreen(props: {
	organiser: OrganiserPage;
	hasGiftCards: boolean;
	/** Buyers can withdraw from a purchase. */
	hasWithdrawal?: boolean;
	answer: ({ intent: string } & FormAnswer) | undefined;
}) {
	const { organiser, hasGiftCards, hasWithdrawal, answer } = props;
	const { hasEmail } = useSite();
	const answerOf = (intent: string) => (answer?.intent === intent ? answer : undefined);
	return (
		<div className="page-width grid w-full items-start gap-x-16 gap-y-10 py-8 md:py-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
			<div className="flex min-w-0 flex-col gap-10">
				<Head organiser={organiser} />
				<Upcoming organiser={organiser} />
			</div>
			<aside className="flex min-w-0 flex-col gap-6">
				{hasEmail ? <FollowForm organiser={organiser} answer={answerOf('follow')} /> : null}
				{hasGiftCards ? <GiftCardsLink slug={organiser.slug} /> : null}
				<Elsewhere organiser={organiser} hasWithdrawal={hasWithdrawal} />
				{organiser.takesMessages ? <MessageForm organiser={organiser} answer={answerOf('message')} /> : null}
			</aside>
			<Past organiser={organiser} />
		</div>
	);
}

function Head({ organiser }: { organiser: OrganiserPage }) {
	return (
		<header className="flex flex-col gap-6">
			<div className="flex items-center gap-4">
				{organiser.logoUrl ? (
					<img
						src={organiser.logoUrl}
						alt=""
						width={80}
						height={80}
						className="size-20 flex-none rounded-lg border border-edge bg-surface object-contain"
					/>
				) : (
					<span
						aria-hidden="true"
						className="grid size-20 flex-none place-items-center rounded-lg bg-sunken text-3xl font-semibold"
					>
						{[...organiser.name][0]?.toUpperCase()}
					</span>
				)}
				<div className="min-w-0">
					<h1 tabIndex={-1} dir="auto" className="title-page [overflow-wrap:anywhere]">
						{organiser.name}
					</h1>
					{organiser.isVerified ? (
						<p className="mt-1 flex items-center gap-1 text-sm text-muted">
							<Icon icon={BadgeCheck} />
							<Trans>Verified organiser</Trans>
						</p>
					) : null}
				</div>
			</div>
			{organiser.aboutHtml ? (
				<section aria-labelledby="about" className="flex flex-col gap-2">
					<h2 id="about" className="text-xl font-semibold">
						<Trans>About</Trans>
					</h2>
					<SanitisedHtml
						dir="auto"
						className="prose max-w-measure [overflow-wrap:anywhere]"
						html={organiser.aboutHtml}
					/>
				</section>
			) : null}
		</header>
	);
}

function Upcoming({ organiser }: { organiser: OrganiserPage }) {
	const { upcoming, hasMore, slug } = organiser;
	const { hasEmail } = useSite();
	return (
		<section aria-labelledby="upcoming" className="flex flex-col gap-5">
			<h2 id="upcoming" className="text-xl font-semibold">
				<Trans>Upcoming events</Trans>
			</h2>
			{upcoming.length > 0 ? (
				<EventGrid events={upcoming} />
			) : (
				<p className="text-muted">
					{hasEmail ? (
						<Trans>No dates at the moment. Follow to be notified of the next one.</Trans>
					) : (
						<Trans>No dates at the moment.</Trans>
					)}
				</p>
			)}
			{hasMore ? (
				<Link to={`/events?organiser=${slug}`} className="link self-start">
					<Trans>See all events</Trans>
				</Link>
			) : null}
		</section>
	);
}

/** As wide as a card of the narrower list above: without the aside, the gap before it and two gaps between cards. */
const cardColumns = 'lg:[&>ul]:grid-cols-[repeat(auto-fill,calc((100%-27rem)/3))]';

/** Past items, below the open ones, over the whole width. */
function Past({ organiser: { past } }: { organiser: OrganiserPage }) {
	if (past.length === 0) return null;
	return (
		<section aria-labelledby="past" className={`flex min-w-0 flex-col gap-5 lg:col-span-2 ${cardColumns}`}>
			<h2 id="past" className="text-xl font-semibold">
				<Trans>Past events</Trans>
			</h2>
			<EventGrid events={past} isBelow />
		</section>
	);
}

function GiftCardsLink({ slug }: { slug: string }) {
	return (
		<section aria-labelledby="gift-cards" className="flex flex-col gap-3 rounded-xl border bg-surface p-5">
			<h2 id="gift-cards" className="text-lg font-semibold">
				<Trans>Gift cards</Trans>
			</h2>
			<p className="text-sm text-muted">
				<Trans>Give tickets to any of these events, without choosing one.</Trans>
			</p>
			<ButtonLink to={`/gift-cards/${slug}`} variant="outline" className="self-start">
				<Trans>Buy a gift card</Trans>
			</ButtonLink>
		</section>
	);
}

/** Links of the organiser, and the feeds of its events. */
function Elsewhere({
	organiser,
	hasWithdrawal = false,
}: {
	organiser: OrganiserPage;
	hasWithdrawal: boolean | undefined;
}) {
	const { t } = useLingui();
	const { links, slug } = organiser;
	const feeds = [
		{ label: t`Calendar (ICS)`, url: `/feeds/${slug}.ics` },
		{ label: t`Feed (Atom)`, url: `/feeds/${slug}.atom` },
	];
	return (
		<nav aria-label={t`Links`}>
			<ul className="flex flex-col text-sm">
				{links.map(({ label, url }) => (
					<li key={`${label} ${url}`}>
						<a
							href={url}
							rel="nofollow noopener ugc"
							dir="auto"
							className="link inline-flex min-h-8 items-center [overflow-wrap:anywhere] pointer-coarse:min-h-11"
						>
							{label}
						</a>
					</li>
				))}
				{hasWithdrawal ? (
					<li>
						<Link
							to={`/withdraw/${slug}`}
							className="link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
						>
							<Trans>Withdraw from contract here</Trans>
						</Link>
					</li>
				) : null}
				{feeds.map(({ label, url }) => (
					<li key={url}>
						<a href={url} className="link inline-flex min-h-8 items-center pointer-coarse:min-h-11">
							{label}
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}
