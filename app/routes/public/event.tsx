import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { data, redirect, useLocation } from 'react-router';
import { EventPage } from '#app/features/events/components/event-page.tsx';
import { EventTags } from '#app/features/events/components/event-tags.tsx';
import { eventJsonLd } from '#app/features/events/json-ld.ts';
import { otherDatesFirst } from '#app/features/events/other-dates.ts';
import { loadSeriesDates, type SeriesDates } from '#app/features/events/series-dates.ts';
import { typesInAddress } from '#app/features/orders/cart-in-address.ts';
import {
	RegistrationBox,
	type RegistrationBoxProps,
} from '#app/features/orders/components/registration-box.tsx';
import { placeOrderAction } from '#app/features/orders/place-order-action.ts';
import { offeredOf, summariseSale } from '#app/features/orders/sale-lines.ts';
import type { Offer } from '#app/features/orders/use-live-types.ts';
import { codeQuery } from '#app/lib/code-query.ts';
import { setDocumentText, useDocumentText } from '#app/lib/document-texts.ts';
import { prepareFormats, useFormats } from '#app/lib/format.ts';
import { JsonLd } from '#app/lib/json-ld.tsx';
import { firstPart, latePart } from '#app/lib/optional-part.tsx';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { serverApi } from '#app/lib/server-api.ts';
import { OembedLinks } from '#app/shell/oembed-links.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { useSite } from '#app/shell/site.ts';
import { listEvents } from '#shared/contracts/event-lists.ts';
import { type EventCard, getEvent, type PublicEvent } from '#shared/contracts/events.ts';
import { type Fundraiser, getFundraiser } from '#shared/contracts/fundraisers.ts';
import { getSupporterPage, type SupporterPage } from '#shared/contracts/supporter-pages.ts';
import { listTicketTypes } from '#shared/contracts/tickets.ts';
import { eventState } from '#shared/rules/event-state.ts';
import type { Route } from './+types/event';

/** What few events show is not sent with every event. */
const OwnEvent = latePart(() =>
	import('#app/features/events/components/own-event.tsx').then((module) => module.OwnEvent),
);
const MoreEvents = latePart(() =>
	import('#app/features/events/components/more-events.tsx').then((module) => module.MoreEvents),
);
const RegistrationElsewhere = latePart(() =>
	import('#app/features/events/components/registration-elsewhere.tsx').then(
		(module) => module.RegistrationElsewhere,
	),
);

/** Only the page of a live fundraiser has them. */
const FundraiserParts = firstPart('donation', () =>
	import('#app/features/orders/fundraiser-parts.tsx').then((module) => module.FundraiserParts),
);

/** Only the page of a date of a series has them. */
const SeriesParts = firstPart('dates', () =>
	import('#app/features/events/components/series-calendar.tsx').then((module) => module.SeriesParts),
);

prepareFormats();

export const headers = publicPageHeaders(5);
export const handle = publicPageHandle(['tickets', 'preview', 'for', 'code', 'month']);

/** How many other events of the organiser are shown. */
const MOST_MORE = 3;
/** How many are looked through for other dates of an event that nobody can come to any more. */
const MOST_DATES = 24;

interface Loaded {
	event: PublicEvent | null;
	offer: Offer | null;
	/** Of the same organiser, coming and public. */
	moreEvents: EventCard[];
	/** Of a date of a series. */
	series: SeriesDates | null;
	/** Live, on its page; null elsewhere. */
	fundraiser: Fundraiser | null;
	/** Whose page of it is requested; `gone`: it is not public. */
	supporter: SupporterPage | 'gone' | null;
	isLocked: boolean;
	/** The server's clock, so that both renders agree on what is over. */
	now: string;
}

const nothing = {
	event: null,
	offer: null,
	moreEvents: [],
	series: null,
	fundraiser: null,
	supporter: null,
	isLocked: false,
};

const textKey = ({ id }: PublicEvent) => `description-${id}`;

const statusOf = (error: unknown) =>
	(error as { data?: { code?: string }; init?: { status?: number } }).init?.status;

/**
 * The event by id, slug or code, as a guest sees it. What a guest does not find may be a draft of the visitor's own: the page
 * is then sent as not found, and the browser asks again with its token.
 */
export async function loader({ context, request, params }: Route.LoaderArgs) {
	const api = serverApi({ context, request });
	const now = new Date().toISOString();
	const reference = params.event;
	try {
		const event = await api.call(getEvent, { params: { event: reference } });
		const { pathname, search, searchParams } = new URL(request.url);
		// An earlier name of the event: what was linked and printed goes on working, under the name of today.
		const isKnownName = [event.slug, event.id, event.code, event.series?.slug].some(
			(name) => name?.toLowerCase() === reference.toLowerCase(),
		);
		if (!isKnownName) throw redirect(`${pathname.replace(/[^/]+$/, '')}${event.slug}${search}`, 301);
		const isRegister = pathname.startsWith('/register/');
		// A fundraiser that is not live is shown to its organiser alone, whose browser asks for it.
		if (isRegister && searchParams.has('preview')) return { ...nothing, now };
		const isFundraiser = event.takesGifts && isRegister;
		const slug = searchParams.get('for');
		const [{ data: types, ...offer }, { data: coming }, fundraiser, supporter] = await Promise.all([
			api.call(listTicketTypes, { params: { event: event.id }, query: codeQuery(search) }),
			api.call(listEvents, { query: { organiser: event.organiser.slug, limit: String(MOST_MORE + 1) } }),
			isFundraiser ? api.call(getFundraiser, { params: { event: event.id } }) : null,
			isFundraiser && slug
				? api.call(getSupporterPage, { params: { event: event.id, page: slug } }).catch((error) => {
						if (statusOf(error) !== 404 && statusOf(error) !== 400) throw error;
						return 'gone' as const;
					})
				: null,
		]);
		// Without script, a link leads to the ticket types that this document has no room for.
		const inForm = typesInAddress(types, searchParams.get('tickets'));
		const isClosed =
			eventState(event, new Date(now)) !== 'upcoming' ||
			(!event.externalUrl && summariseSale(offeredOf(types)).state === 'sold_out');
		const query = { organiser: event.organiser.slug, limit: String(MOST_DATES) };
		const candidates = isClosed ? (await api.call(listEvents, { query })).data : coming;
		// Its own dates stand in the calendar.
		const others = candidates.filter(({ series }) => !series || series.id !== event.series?.id);
		const moreEvents = otherDatesFirst(event, others).slice(0, MOST_MORE);
		const page = event.series?.slug === reference.toLowerCase() ? event.series.slug : '';
		const month = searchParams.get('month');
		const series = await loadSeriesDates(api, event, { month, now, isClosed, page });
		const descriptionHtml = setDocumentText(context, textKey(event), event.descriptionHtml);
		// The page shows the HTML; what was typed is for the editor.
		const shown = { ...event, description: '', descriptionHtml };
		const story = fundraiser && setDocumentText(context, `story-${event.id}`, fundraiser.storyHtml);
		const shownFundraiser =
			fundraiser?.state === 'live' ? { ...fundraiser, story: '', storyHtml: story ?? '' } : null;
		return {
			event: shown,
			offer: { ...inForm, ...offer },
			moreEvents,
			series,
			fundraiser: shownFundraiser,
			supporter,
			isLocked: false,
			now,
		} satisfies Loaded;
	} catch (error) {
		const status = statusOf(error);
		if (status !== 404 && status !== 403) throw error;
		const isLocked = status === 403;
		return data({ ...nothing, isLocked, now } satisfies Loaded, { status });
	}
}

/** Registers without script; with it the form talks to the API by itself. */
export const action = (args: Route.ActionArgs) => placeOrderAction(args);

export default function EventRoute({ loaderData, actionData, params }: Route.ComponentProps) {
	const { pathname, search } = useLocation();
	const isPreview = pathname.startsWith('/register/') && new URLSearchParams(search).has('preview');
	const { event, offer, supporter, isLocked, now } = loaderData;
	if (event && offer)
		return (
			<Shown
				{...loaderData}
				key={(supporter !== 'gone' && supporter?.id) || event.id}
				event={event}
				offer={offer}
				actionData={actionData}
				isFindable={event.visibility === 'public'}
			/>
		);
	return (
		<Suspense>
			<OwnEvent reference={params.event} isLocked={isLocked} isPreview={isPreview}>
				{(found) => (
					<Shown {...found} supporter={null} moreEvents={[]} series={null} now={now} isFindable={false} />
				)}
			</OwnEvent>
		</Suspense>
	);
}

function Shown(
	props: Omit<RegistrationBoxProps, 'onSoldOut'> & {
		now: string;
		isFindable: boolean;
		moreEvents: EventCard[];
		series: SeriesDates | null;
		/** Ways for the event's own people. */
		ownBar?: ReactNode;
		fundraiser: Fundraiser | null;
		supporter: Loaded['supporter'];
	},
) {
	const { offer, now, actionData, eventAccess, fundraiser, supporter, series } = props;
	const descriptionId = textKey(props.event);
	const descriptionHtml = useDocumentText(descriptionId, props.event.descriptionHtml);
	const event = useMemo(() => ({ ...props.event, descriptionHtml }), [props.event, descriptionHtml]);
	const { appUrl } = useSite();
	const formats = useFormats();
	const [isSoldOut, setSoldOut] = useState(
		() => !event.externalUrl && summariseSale(offeredOf(offer.types)).state === 'sold_out',
	);
	const canonical = `/events/${series?.page || event.slug}`;
	const shownPage = supporter === 'gone' ? null : supporter;
	const title = shownPage ? `${shownPage.name} · ${event.title}` : event.title;
	const isPublic = event.status !== 'draft' && props.isFindable;
	const description =
		event.summary ||
		[formats.date(event.startsAt, event.timeZone), event.venue.name, event.city].filter(Boolean).join(' · ');
	const extra = (at: 'head' | 'rest' | 'form') => (
		<Suspense>
			{fundraiser ? (
				<FundraiserParts {...{ event, fundraiser, supporter, now, offer, actionData, at }} />
			) : series ? (
				<SeriesParts {...{ event, series, now, isSoldOut, at }} />
			) : null}
		</Suspense>
	);
	return (
		<>
			<PageTitle title={title} description={description} />
			{/* Pages of supporters name private people; a code is for whom it was given to. */}
			{isPublic && !supporter && !offer.code ? null : <meta name="robots" content="noindex" />}
			{/* Also in the browser: who moves on from this page has the link of the next one. */}
			{appUrl && <link rel="canonical" href={appUrl + canonical} />}
			{import.meta.env.SSR ? (
				<>
					<EventTags
						event={event}
						title={title}
						description={description}
						page={shownPage ? `/register/${event.slug}?for=${shownPage.slug}` : canonical}
					/>
					{/* Of an unlisted event too: who has its address may show it. */}
					{supporter ? null : <OembedLinks path={canonical} title={event.title} />}
					{isPublic && !offer.code ? <JsonLd data={eventJsonLd(event, offer, appUrl, series)} /> : null}
				</>
			) : null}
			<EventPage
				event={event}
				descriptionId={descriptionId}
				now={now}
				isSoldOut={isSoldOut}
				ownBar={props.ownBar}
				moreEvents={
					props.moreEvents[0] ? (
						<Suspense>
							<MoreEvents event={event} events={props.moreEvents} />
						</Suspense>
					) : null
				}
				intro={extra('head')}
				lead={extra('rest')}
				registration={
					<>
						{fundraiser ? null : (
							<Suspense>
								<Registration {...{ event, offer, actionData, eventAccess, now }} onSoldOut={setSoldOut} />
							</Suspense>
						)}
						{extra('form')}
					</>
				}
			/>
		</>
	);
}

/** The one thing to do on the page, by the state of the event. */
function Registration({ now, ...box }: RegistrationBoxProps & { now: string }) {
	const { event } = box;
	const isClosed = /ended|cancelled|archived/.test(eventState(event, new Date(now)));
	if (isClosed || event.externalUrl || event.series?.booking === 'all')
		return <RegistrationElsewhere {...{ event, isClosed }} />;
	return <RegistrationBox {...box} />;
}
