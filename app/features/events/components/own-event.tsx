import { useLingui } from '@lingui/react/macro';
import { DoorOpen, Pencil, Users } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { codeQuery } from '#app/lib/code-query.ts';
import { publicApi as api } from '#app/lib/public-api.ts';
import { useHasToken } from '#app/lib/session.ts';
import { NotFound } from '#app/shell/lazy-screens.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { PageSkeleton } from '#app/ui/page-skeleton.tsx';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import { EVENT_ACCESS_HEADER, getEvent, type PublicEvent, unlockEvent } from '#shared/contracts/events.ts';
import { type Fundraiser, getFundraiser } from '#shared/contracts/fundraisers.ts';
import { listTicketTypes, type TicketType } from '#shared/contracts/tickets.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { LockedEvent } from './locked-event.tsx';

interface FoundEvent {
	event: PublicEvent;
	offer: { types: TicketType[] } & Omit<ResultOf<typeof listTicketTypes>, 'data'>;
	/** In its preview; null elsewhere. */
	fundraiser: Fundraiser | null;
	/** The result of `unlockEvent`, for an event with a password. */
	eventAccess: string | undefined;
	/** For the event's own people; nobody else gets it. */
	ownBar: ReactNode;
}

/** What a guest does not see: a draft of the visitor's own organisation, or an event behind a password. */
export function OwnEvent({
	reference,
	isLocked,
	isPreview,
	children,
}: {
	/** Id, slug or code. */
	reference: string;
	/** It exists, and has a password. */
	isLocked: boolean;
	/** With its fundraiser, whatever the state of that is. */
	isPreview: boolean;
	/** The page of the event, once it is there. */
	children: (found: FoundEvent) => ReactNode;
}) {
	const { t } = useLingui();
	const hasToken = useHasToken();
	const { search } = useLocation();
	const [found, setFound] = useState<FoundEvent | null>(null);
	const [isAsking, setAsking] = useState(false);

	const ask = useCallback(
		async (eventAccess?: string) => {
			const headers: Record<string, string> = eventAccess ? { [EVENT_ACCESS_HEADER]: eventAccess } : {};
			const event = await api.call(getEvent, { params: { event: reference }, headers });
			const params = { event: event.id };
			const [{ data: types, ...terms }, fundraiser] = await Promise.all([
				api.call(listTicketTypes, { params, query: codeQuery(search), headers }),
				isPreview ? api.call(getFundraiser, { params, headers }) : null,
			]);
			const ownBar = event.organisation ? <OrganiserBar event={event} /> : null;
			setFound({ event, offer: { types, ...terms }, fundraiser, eventAccess, ownBar });
		},
		[reference, isPreview, search],
	);
	useEffect(() => {
		if (!hasToken) return;
		setAsking(true);
		ask()
			.catch(() => {})
			.finally(() => setAsking(false));
	}, [hasToken, ask]);

	async function open(password: string): Promise<string | null> {
		try {
			const { accessToken } = await api.call(unlockEvent, {
				params: { event: reference },
				body: { password },
				hasBearer: false,
			});
			await ask(accessToken);
			return null;
		} catch (error) {
			return error instanceof AppError ? error.userMessage : t`Something went wrong. Try again.`;
		}
	}

	if (found) return children(found);
	// The form of a password stays: somebody may be typing in it.
	if (isAsking && !isLocked) {
		return (
			<div className="page-width py-6">
				<PageSkeleton of="hero" />
			</div>
		);
	}
	if (!isLocked) return <NotFound />;
	return (
		<>
			<PageTitle title={t`Private event`} />
			<meta name="robots" content="noindex" />
			<LockedEvent onOpen={open} />
		</>
	);
}

function OrganiserBar({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	return (
		<nav aria-label={t`Manage event`} className="flex flex-wrap gap-2">
			<ButtonLink to={`/events/${event.id}/edit`} variant="outline" size="sm" icon={Pencil}>
				{t`Edit`}
			</ButtonLink>
			<ButtonLink to={`/events/${event.id}/guests`} variant="outline" size="sm" icon={Users}>
				{t`Guests`}
			</ButtonLink>
			<ButtonLink to={`/events/${event.id}/door`} variant="outline" size="sm" icon={DoorOpen}>
				{t`Check-in`}
			</ButtonLink>
		</nav>
	);
}
