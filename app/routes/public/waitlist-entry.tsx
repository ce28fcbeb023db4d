import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { EventWhen } from '#app/features/events/components/event-when.tsx';
import { EntryOutcome, EntryWaiting } from '#app/features/orders/waitlist/entry-state.tsx';
import { priceOffer } from '#app/features/orders/waitlist/offer-price.ts';
import { useWaitlistEntry } from '#app/features/orders/waitlist/use-waitlist-entry.ts';
import { WaitlistFrame } from '#app/features/orders/waitlist/waitlist-frame.tsx';
import { useFormats } from '#app/lib/format.ts';
import { firstPart } from '#app/lib/optional-part.tsx';
import { linkPageHeaders } from '#app/lib/public-page.ts';
import { linkApi, serverClient } from '#app/lib/server-api.ts';
import { getWaitlistEntry } from '#shared/contracts/waitlist.ts';
import type { Route } from './+types/waitlist-entry';

/** Only an entry with an offer has it. */
const EntryOffer = firstPart('waitlist-offer', () =>
	import('#app/features/orders/waitlist/entry-offer.tsx').then((module) => module.EntryOffer),
);

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { waitlistToken } = params;
	const entry = await linkApi({ context, request }).call(getWaitlistEntry, { params: { waitlistToken } });
	return { entry, price: await priceOffer(serverClient({ context, request }), waitlistToken, entry) };
}

export const headers = linkPageHeaders;

/** /waitlist/:waitlistToken: a guest's place in line, and the tickets once they are offered. */
export default function WaitlistEntryPage({ loaderData, params }: Route.ComponentProps) {
	const { t } = useLingui();
	const formats = useFormats();
	const { waitlistToken } = params;
	const actions = useWaitlistEntry(waitlistToken, loaderData.entry);
	const { event, state, position, offer } = actions.entry;
	const place = formats.number(position ?? 0);
	return (
		<WaitlistFrame
			event={event}
			when={<EventWhen event={event} />}
			state={state}
			title={t`Waitlist: ${event.title}`}
			heading={
				offer
					? t`We’re holding tickets for you`
					: state === 'waiting' && position !== null
						? t`You’re number ${place} in line`
						: t`Waitlist`
			}
		>
			{offer ? (
				<Suspense>
					<EntryOffer
						key={offer.expiresAt}
						{...{ offer, actions, waitlistToken }}
						price={loaderData.entry.offer?.expiresAt === offer.expiresAt ? loaderData.price : null}
					/>
				</Suspense>
			) : state === 'waiting' ? (
				<EntryWaiting actions={actions} />
			) : (
				<EntryOutcome actions={actions} />
			)}
		</WaitlistFrame>
	);
}
