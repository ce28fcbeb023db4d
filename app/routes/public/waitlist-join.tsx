import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { redirect, useNavigate } from 'react-router';
import { EventWhen } from '#app/features/events/components/event-when.tsx';
import { ticketsIn } from '#app/features/orders/sale-lines.ts';
import { type Joined, JoinedNote, NoWaitlist } from '#app/features/orders/waitlist/join-answers.tsx';
import { JoinForm } from '#app/features/orders/waitlist/join-form.tsx';
import { WaitlistFrame } from '#app/features/orders/waitlist/waitlist-frame.tsx';
import { codeQuery } from '#app/lib/code-query.ts';
import { prepareFormats, useFormats } from '#app/lib/format.ts';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { serverApi } from '#app/lib/server-api.ts';
import { getEvent } from '#shared/contracts/events.ts';
import { getResoldTickets } from '#shared/contracts/resale.ts';
import { listTicketTypes } from '#shared/contracts/tickets.ts';
import type { Route } from './+types/waitlist-join';

prepareFormats();

export const headers = publicPageHeaders(5);
export const handle = publicPageHandle(['code']);

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const api = serverApi({ context, request });
	const event = await api.call(getEvent, { params: { event: params.event } }).catch((error) => {
		// The page of the event asks for its password.
		if (error.init?.status === 403) throw redirect(`/events/${params.event}`);
		throw error;
	});
	const query = codeQuery(new URL(request.url).search);
	const { data, takesWaitlist } = await api.call(listTicketTypes, { params: { event: event.id }, query });
	const resold = takesWaitlist
		? await api.call(getResoldTickets, { params: { event: event.id } }).catch(() => null)
		: null;
	const { id, slug, title, startsAt, endsAt, timeZone, isAllDay, venueName, city } = event;
	const { waitlistMode, waitlistOfferHours } = event;
	return {
		event: {
			...{ id, slug, title, startsAt, endsAt, timeZone, isAllDay, venueName, city },
			...{ waitlistMode, waitlistOfferHours },
		},
		/** Those that are sold out; none: nobody can join. */
		types: takesWaitlist
			? ticketsIn(data)
					.filter(({ state }) => state === 'sold_out')
					.map(({ id, name, maxPerOrder }) => ({ id, name, maxPerOrder }))
			: [],
		/** Of other guests, to be had at once; null: none. */
		resale: resold?.ticketTypes.length
			? {
					currency: resold.currency,
					quantity: resold.ticketTypes.reduce((sum, { quantity }) => sum + quantity, 0),
					fromMinor: Math.min(...resold.ticketTypes.map(({ fromMinor }) => fromMinor)),
				}
			: null,
		...query,
	};
}

export type JoinPage = Route.ComponentProps['loaderData'];

/** /events/:event/waitlist: joining the waitlist for tickets that are sold out. */
export default function WaitlistJoinPage({ loaderData }: Route.ComponentProps) {
	const { t } = useLingui();
	const formats = useFormats();
	const navigate = useNavigate();
	const { event, types, resale } = loaderData;
	const price = formats.money(resale?.fromMinor ?? 0, resale?.currency ?? 'EUR');
	const [joined, setJoined] = useState<Joined | null>(null);
	const [isFree, setFree] = useState(false);
	const state = joined ? 'joined' : isFree || types.length === 0 ? 'closed' : 'open';
	return (
		<WaitlistFrame
			event={event}
			when={<EventWhen event={event} />}
			state={state}
			title={t`Waitlist: ${event.title}`}
			heading={state === 'joined' ? t`You’re on the waitlist` : t`Join the waitlist`}
		>
			{joined ? (
				<JoinedNote joined={joined} event={event} />
			) : state === 'closed' ? (
				<NoWaitlist slug={event.slug} code={loaderData.code} isFree={isFree} />
			) : (
				<>
					{resale ? (
						<p>
							<Plural
								value={resale.quantity}
								one={`# ticket from another guest is available now for ${price}. Join, and it is offered to you at once.`}
								other={`# tickets from other guests are available now from ${price}. Join, and one is offered to you at once.`}
							/>
						</p>
					) : null}
					<JoinForm
						page={loaderData}
						// Who has no place in line was offered tickets at once.
						onJoined={(next) =>
							next.token && next.position === null
								? void navigate(`/waitlist/${next.token}`)
								: setJoined(next)
						}
						onFree={() => setFree(true)}
					/>
				</>
			)}
		</WaitlistFrame>
	);
}
