import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { publicApi } from '#app/lib/public-api.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { shareOrder } from '#shared/contracts/groups.ts';
import { Problem, useOrderAction } from '../components/order-dialogs.tsx';
import type { Ticket } from '../components/ticket-card.tsx';

/** Makes a group of an order, and opens its page. */
export function ShareDialog(props: {
	manageToken: string;
	buyerName: string;
	/** Those that the buyer holds. */
	tickets: readonly Ticket[];
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { manageToken, tickets, onClose } = props;
	const navigate = useNavigate();
	const { isPending, error, act } = useOrderAction(onClose);
	const input = useRef<HTMLInputElement>(null);
	const [isMissing, setMissing] = useState(false);
	const [keepsOne, setKeepsOne] = useState(true);
	function share(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		const name = input.current?.value.trim() ?? '';
		setMissing(name === '');
		if (name === '') return input.current?.focus();
		void act(async () => {
			const own = tickets.find((ticket) => ticket.name === props.buyerName) ?? tickets[0];
			const body = { name, keepIds: keepsOne && own ? [own.id] : [] };
			const { groupToken } = await publicApi.call(shareOrder, {
				params: { manageToken },
				body,
				hasBearer: false,
			});
			await navigate(`/group/${groupToken}`);
		});
	}
	return (
		<FormDialog
			form="share-order"
			onClose={onClose}
			size="sm"
			title={t`Share your tickets`}
			description={
				<Trans>
					You get a link to send to your group. Each person claims a ticket with their own name, email and
					code. Tickets that aren’t claimed stay yours.
				</Trans>
			}
			isPending={isPending}
			label={t`Create group`}
			staysOpen
			onSubmit={share}
		>
			<TextField
				ref={input}
				label={t`Group name`}
				hint={t`For example your team or family. Everyone with the link sees it.`}
				name="name"
				autoComplete="off"
				maxLength={80}
				dir="auto"
				required
				error={isMissing ? t`Please enter a name.` : undefined}
			/>
			<Checkbox
				label={t`Keep a ticket for yourself`}
				checked={keepsOne}
				onChange={(event) => setKeepsOne(event.currentTarget.checked)}
			/>
			<Problem>{error}</Problem>
		</FormDialog>
	);
}
