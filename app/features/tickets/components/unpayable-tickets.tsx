import { Trans, useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { cameFrom } from '#app/shell/came-from.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { useTicketTypes } from '../api.ts';

/** Which tickets of a published event can't be sold because there is no way to pay, with the way to set one up. */
export default function UnpayableTickets({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { pathname } = useLocation();
	const types = useTicketTypes(event.id).data?.data ?? [];
	const waiting = types.filter(({ state }) => state === 'unavailable');
	if (waiting.length === 0) return null;
	const names = formats.list(waiting.map(({ name }) => name));
	const isAll = types.every(
		({ state }) => state === 'unavailable' || state === 'closed' || state === 'ended',
	);
	const { id, permissions = [] } = event.organisation ?? {};
	return (
		<Callout
			tone="warning"
			title={isAll ? t`No one can register: there is no way to pay` : t`Some tickets can’t be sold`}
			action={
				permissions.includes('money.view') ? (
					<ButtonLink
						to={`/stripe-connect-demo?organisation=${id}`}
						state={cameFrom(event.title, pathname)}
						variant="outline"
						size="sm"
					>
						{t`Set up payments`}
					</ButtonLink>
				) : undefined
			}
		>
			<Trans>
				<bdi>{names}</bdi>: until there is a way to pay, guests see the name and price only.
			</Trans>
		</Callout>
	);
}
