import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useFormatLocale } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { useSession } from '#app/lib/session.ts';
import { useSite } from '#app/shell/site.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { NumberStepper } from '#app/ui/number-stepper.tsx';
import { nameInputProps } from '#app/ui/person-inputs.ts';
import { RowName } from '#app/ui/row-name.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { joinWaitlist } from '#shared/contracts/waitlist.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { EmailField } from '../components/email-field.tsx';
import { Problem, useOrderAction } from '../components/order-dialogs.tsx';
import { readBuyer } from '../remembered-buyer.ts';
import { type Joined, WhatIsNext } from './join-answers.tsx';

interface WaitedFor {
	id: string;
	name: string;
	maxPerOrder: number;
}

/** Which tickets, how many, and whom to write to. */
export function JoinForm(props: {
	page: {
		event: Pick<PublicEvent, 'id' | 'waitlistMode' | 'waitlistOfferHours'>;
		types: WaitedFor[];
		code?: string;
	};
	onJoined: (joined: Joined) => void;
	/** Tickets can be had meanwhile. */
	onFree: () => void;
}) {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	const locale = useFormatLocale();
	const { event, types, code } = props.page;
	const [chosen, setChosen] = useState(types.length === 1 ? types.map(({ id }) => id) : []);
	const [party, setParty] = useState(1);
	const [takesFewer, setTakesFewer] = useState(false);
	const [missing, setMissing] = useState<{ tickets?: string; name?: string; email?: string }>({});
	const name = useRef<HTMLInputElement>(null);
	const email = useRef<HTMLInputElement>(null);
	const tickets = useRef<HTMLFieldSetElement>(null);
	usePrefilled(name, email);
	const { isPending, error, act } = useOrderAction(() => {});
	const most = Math.max(
		...types.filter(({ id }) => chosen.length === 0 || chosen.includes(id)).map((type) => type.maxPerOrder),
	);
	const count = Math.min(party, most);

	async function join(body: { name: string; email: string }) {
		try {
			const answer = await publicApi.call(joinWaitlist, {
				params: { event: event.id },
				body: {
					...body,
					party: count,
					// In the order of the list, which is how they are preferred.
					ticketTypeIds: types.flatMap(({ id }) => (chosen.includes(id) ? [id] : [])),
					takesFewer: takesFewer && count > 1,
					locale,
					...(code && { code }),
				},
				hasBearer: false,
			});
			props.onJoined({ ...answer, email: body.email });
		} catch (failed) {
			if (failed instanceof AppError && failed.metadata.rule === 'not-sold-out') return props.onFree();
			throw failed;
		}
	}
	function submit(submitted: SubmitEvent<HTMLFormElement>) {
		submitted.preventDefault();
		const typed = { name: name.current?.value.trim() ?? '', email: email.current?.value.trim() ?? '' };
		const found = {
			...(chosen.length === 0 && { tickets: t`Choose at least one ticket.` }),
			...(typed.name === '' && { name: t`Please enter your name.` }),
			...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email) && {
				email: t`Please enter a valid email address.`,
			}),
		};
		setMissing(found);
		if (found.tickets) return tickets.current?.querySelector('input')?.focus();
		if (found.name) return name.current?.focus();
		if (found.email) return email.current?.focus();
		void act(() => join(typed));
	}
	return (
		<>
			<form noValidate onSubmit={submit} className="needs-script controls-lg flex flex-col gap-5">
				<TypeChoice
					fieldset={tickets}
					{...{ types, chosen }}
					onChange={setChosen}
					error={chosen.length === 0 ? missing.tickets : undefined}
				/>
				<NumberStepper label={t`How many tickets`} min={1} max={most} value={count} onChange={setParty} />
				{count > 1 ? (
					<Checkbox
						label={t`Fewer would do too`}
						hint={t`If fewer are available, we offer you those.`}
						checked={takesFewer}
						onChange={({ target }) => setTakesFewer(target.checked)}
					/>
				) : null}
				<TextField ref={name} label={t`Name`} {...nameInputProps} error={missing.name} />
				<EmailField
					input={email}
					hint={hasEmail ? t`We’ll write to you here when tickets become available.` : undefined}
					error={missing.email}
				/>
				<Problem>{error}</Problem>
				<Button type="submit" size="lg" isLoading={isPending} className="self-start max-sm:w-full">
					{t`Join the waitlist`}
				</Button>
				<div className="text-sm text-muted">
					<WhatIsNext event={event} />
				</div>
			</form>
			<noscript>
				<p>
					<Trans>To join the waitlist, turn on JavaScript.</Trans>
				</p>
			</noscript>
		</>
	);
}

/** Which of the tickets would do; the only one there is is no choice. */
function TypeChoice(props: {
	fieldset: React.RefObject<HTMLFieldSetElement | null>;
	types: readonly WaitedFor[];
	chosen: readonly string[];
	onChange: (chosen: string[]) => void;
	error: string | undefined;
}) {
	const { fieldset, types, chosen, onChange } = props;
	if (types.length === 1) return <RowName as="p">{types[0]?.name}</RowName>;
	return (
		<fieldset ref={fieldset} aria-describedby="tickets-error" className="flex flex-col gap-3">
			<legend className="mb-3 text-sm font-medium">
				<Trans>Which tickets would do?</Trans>
			</legend>
			{types.map(({ id, name }) => (
				<Checkbox
					key={id}
					label={
						<span dir="auto" className="[overflow-wrap:anywhere]">
							{name}
						</span>
					}
					checked={chosen.includes(id)}
					onChange={({ target }) =>
						onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
					}
				/>
			))}
			<FieldError id="tickets-error">{props.error}</FieldError>
		</fieldset>
	);
}

/** Fills in who this device remembers, or who is signed in, where nothing was typed yet. */
function usePrefilled(
	name: React.RefObject<HTMLInputElement | null>,
	email: React.RefObject<HTMLInputElement | null>,
) {
	const { user } = useSession();
	useEffect(() => {
		const known =
			readBuyer() ?? (user && { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email });
		if (!known || !name.current || !email.current) return;
		if (name.current.value !== '' || email.current.value !== '') return;
		name.current.value = known.name;
		email.current.value = known.email;
	}, [user, name, email]);
}
