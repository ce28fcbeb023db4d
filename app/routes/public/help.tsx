import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Form, Link, useNavigation } from 'react-router';
import { FindMyTicket } from '#app/features/pages/components/find-my-ticket.tsx';
import { answerForm, sendSimpleForm } from '#app/lib/form-answer.ts';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { textsOf } from '#app/lib/send-form.ts';
import { serverApi, serverClient } from '#app/lib/server-api.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { type ContentCard, type HelpAudience, helpAudiences, listHelp } from '#shared/contracts/content.ts';
import { findMyTickets } from '#shared/contracts/support.ts';
import type { Route } from './+types/help';

export const headers = publicPageHeaders(15);
export const handle = publicPageHandle(['q', 'for']);

const audienceNames: Record<HelpAudience, ReturnType<typeof msg>> = {
	visitors: msg`Visitors`,
	organisers: msg`Organisers`,
	door: msg`Check-in staff`,
	operators: msg`Operators`,
};

/** What operators read is listed where they ask for it (/admin/system); visitors of the site have no server to run. */
const shownAudiences = helpAudiences.filter((one) => one !== 'operators');

export async function loader({ context, request }: Route.LoaderArgs) {
	const { searchParams } = new URL(request.url);
	const q = (searchParams.get('q') ?? '').slice(0, 200);
	const audience = helpAudiences.find((one) => one === searchParams.get('for')) ?? null;
	const { data } = await serverApi({ context, request }).call(listHelp, {
		query: { ...(q && { q }), ...(audience && { audience }) },
	});
	const articles = audience ? data : data.filter((article) => article.audience !== 'operators');
	return { q, audience, articles };
}

export async function action({ context, request }: Route.ActionArgs) {
	const values = textsOf(await request.formData());
	return answerForm(values, () =>
		serverClient({ context, request }).call(findMyTickets, { body: { email: values.email ?? '' } }),
	);
}

export const clientAction = (args: Route.ClientActionArgs) => sendSimpleForm(args);

export default function HelpPage({ loaderData, actionData }: Route.ComponentProps) {
	const { t, i18n } = useLingui();
	const { q, audience, articles } = loaderData;
	const isAsking = useNavigation().state === 'loading';
	const chip = (isCurrent: boolean) =>
		`inline-flex min-h-9 items-center rounded-full border px-3.5 text-sm pointer-coarse:min-h-11 ${isCurrent ? 'border-ink bg-primary text-on-primary' : 'bg-surface hover:border-control'}`;
	const isNarrowed = q !== '' || audience !== null;
	const findTicket = <FindMyTicket answer={actionData} />;
	return (
		<div className="page-width flex w-full flex-col gap-10 py-10 md:py-16">
			<PublicHead
				title={t`Help Center`}
				description={t`Answers for visitors, organisers and check-in staff, and a way to find a lost ticket.`}
				path="/help"
				imageUrl={pictureOf('help')}
				isHidden={isNarrowed}
			/>
			<header className="flex flex-col gap-6">
				<h1 tabIndex={-1} className="title-event">
					<Trans>How can we help?</Trans>
				</h1>
				<Form method="get" action="/help" className="controls-lg flex max-w-xl gap-2">
					{audience ? <input type="hidden" name="for" value={audience} /> : null}
					<SearchField key={q} label={t`Search help`} name="q" defaultValue={q} className="min-w-0 flex-1" />
					<Button type="submit" size="lg" variant="outline" isLoading={isAsking}>
						<Trans>Search</Trans>
					</Button>
				</Form>
				<nav aria-label={t`Audience`}>
					<ul className="flex flex-wrap gap-2">
						<li>
							<Link to="/help" className={chip(!audience)} aria-current={audience ? undefined : 'true'}>
								<Trans>Everyone</Trans>
							</Link>
						</li>
						{shownAudiences.map((one) => (
							<li key={one}>
								<Link
									to={`/help?${new URLSearchParams({ for: one, ...(q && { q }) })}`}
									className={chip(audience === one)}
									aria-current={audience === one ? 'true' : undefined}
								>
									{i18n._(audienceNames[one])}
								</Link>
							</li>
						))}
					</ul>
				</nav>
			</header>
			{/* What most visitors come for. */}
			{isNarrowed ? null : findTicket}
			{articles.length === 0 ? (
				<EmptyState
					drawing="lamp"
					title={t`No articles found`}
					description={t`Try another word, or contact us.`}
					action={
						<div className="flex flex-wrap justify-center gap-2">
							<ButtonLink to="/contact">{t`Contact`}</ButtonLink>
							<ButtonLink to="/help" variant="outline">
								{t`Show all articles`}
							</ButtonLink>
						</div>
					}
				/>
			) : isNarrowed ? (
				<section aria-label={t`Articles`}>
					<p role="status" className="pb-3 text-sm text-muted">
						<Plural value={articles.length} one="# article" other="# articles" />
					</p>
					<ArticleList articles={articles} />
				</section>
			) : (
				<div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
					{shownAudiences.map((one) => (
						<section key={one} aria-labelledby={`help-${one}`}>
							<h2 id={`help-${one}`} className="pb-2 text-lg font-semibold">
								{i18n._(audienceNames[one])}
							</h2>
							<ArticleList articles={articles.filter((article) => article.audience === one)} />
						</section>
					))}
				</div>
			)}
			{isNarrowed ? findTicket : null}
			<p className="text-sm text-muted">
				<Trans>
					Nothing that fits?{' '}
					<Link to="/contact" className="link">
						Contact us
					</Link>
					.
				</Trans>
			</p>
		</div>
	);
}

function ArticleList({ articles }: { articles: ContentCard[] }) {
	return (
		<ul className="flex flex-col divide-y overflow-hidden rounded-xl border bg-surface">
			{articles.map((article) => (
				<li key={article.slug}>
					<Link to={`/help/${article.slug}`} className="group block px-5 py-4 hover:bg-ink/3">
						<span dir="auto" className="font-medium group-hover:underline">
							{article.title}
						</span>
						<span dir="auto" className="mt-0.5 block text-sm text-muted">
							{article.summary}
						</span>
					</Link>
				</li>
			))}
		</ul>
	);
}
