import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormatLocale, useFormats } from '#app/lib/format.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { publicApi } from '#app/lib/public-api.ts';
import type { DatesPage } from '#app/routes/public/event-dates.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { NumberStepper } from '#app/ui/number-stepper.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import { placeSeriesOrder } from '#shared/contracts/series-orders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { EmailField } from '../components/email-field.tsx';
import { readBuyer } from '../remembered-buyer.ts';

type Booked = ResultOf<typeof placeSeriesOrder>;
type Missing = { dates?: string; tickets?: string; name?: string; email?: string };

/** Several dates of a series, or all of them, in one form: all are booked or none. */
export function BookDates({ page }: { page: DatesPage }) {
	const { t } = useLingui();
	const heading = useRef<HTMLHeadingElement>(null);
	const [booked, setBooked] = useState<Booked | null>(null);
	const { event, series } = page;
	useEffect(() => {
		if (booked) heading.current?.focus();
	}, [booked]);
	return (
		<div className="flex max-w-160 flex-col gap-6">
			<header className="flex flex-col gap-1">
				<h1 ref={heading} tabIndex={-1} className="title-page [overflow-wrap:anywhere]">
					{booked
						? t`Your dates are booked`
						: series.booking === 'all'
							? t`Book the whole series`
							: t`Book several dates`}
				</h1>
				<p className="text-muted [overflow-wrap:anywhere]" dir="auto">
					<Link to={`/events/${event.slug}`} className="hover:underline">
						{event.title}
					</Link>
				</p>
			</header>
			{booked ? (
				<BookedDates booked={booked} />
			) : series.booking === 'each' || page.types.length === 0 ? (
				<Callout
					tone="info"
					title={t`Register for each date separately`}
					action={<ButtonLink to={`/events/${event.slug}`} size="sm">{t`View event`}</ButtonLink>}
				>
					<Trans>The dates of this series are booked one at a time.</Trans>
				</Callout>
			) : (
				<DatesForm page={page} onBooked={setBooked} />
			)}
		</div>
	);
}

/** What was booked, with the way to the ticket of each date. */
function BookedDates({ booked }: { booked: Booked }) {
	const { t } = useLingui();
	const formats = useFormats();
	const isPaidLater = booked.totalMinor > 0;
	return (
		<>
			<Callout tone="success" title={isPaidLater ? t`Your spots are held` : t`You’re registered`}>
				{isPaidLater ? (
					<Trans>Open each date to see how to pay for it. We also emailed you.</Trans>
				) : (
					<Trans>One email with all tickets is on its way to you.</Trans>
				)}
			</Callout>
			<ul className="flex flex-col gap-2">
				{booked.orders.map((order) => (
					<li key={order.id}>
						<Link
							to={`${isPaidLater ? '/checkout' : '/my-ticket'}/${order.manageToken}`}
							className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 rounded-lg border border-hairline bg-surface px-4 py-2 hover:underline"
						>
							<span>{formats.dateTime(order.startsAt, order.timeZone)}</span>
							<span className="text-sm text-muted">
								<Trans>Order {order.code}</Trans>
							</span>
						</Link>
					</li>
				))}
			</ul>
		</>
	);
}

/** Dates, tickets of each, and who books them. */
function DatesForm({ page, onBooked }: { page: DatesPage; onBooked: (booked: Booked) => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { series, types } = page;
	const isWhole = series.booking === 'all';
	const [dates, setDates] = useState<ReadonlySet<string>>(new Set());
	const [counts, setCounts] = useState<Record<string, number>>(
		types.length === 1 && types[0] ? { [types[0].lineageId]: types[0].minPerOrder } : {},
	);
	const [method, setMethod] = useState<'door' | 'transfer'>('door');
	const [missing, setMissing] = useState<Missing>({});
	const name = useRef<HTMLInputElement>(null);
	const email = useRef<HTMLInputElement>(null);
	const chosen = isWhole ? page.dates.length : dates.size;
	const perDate = types.reduce((sum, type) => sum + type.totalMinor * (counts[type.lineageId] ?? 0), 0);
	const totalMinor = perDate * chosen;
	const { isPending, problem, send } = useBooking(page, onBooked);
	useEffect(() => {
		const known = readBuyer();
		if (!known || !name.current || !email.current || name.current.value || email.current.value) return;
		name.current.value = known.name;
		email.current.value = known.email;
	}, []);

	function submit(submitted: SubmitEvent<HTMLFormElement>) {
		submitted.preventDefault();
		const buyer = { name: name.current?.value.trim() ?? '', email: email.current?.value.trim() ?? '' };
		const items = types.flatMap(({ lineageId }) => {
			const quantity = counts[lineageId] ?? 0;
			return quantity > 0 ? [{ lineageId, quantity }] : [];
		});
		const found: Missing = {
			...(chosen === 0 && { dates: t`Choose at least one date.` }),
			...(items.length === 0 && { tickets: t`Choose at least one ticket.` }),
			...(buyer.name === '' && { name: t`Please enter your name.` }),
			...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(buyer.email) && {
				email: t`Please enter a valid email address.`,
			}),
		};
		setMissing(found);
		if (found.dates) return submitted.currentTarget.querySelector<HTMLInputElement>('[name=date]')?.focus();
		if (found.tickets)
			return submitted.currentTarget.querySelector<HTMLInputElement>('[name^=count]')?.focus();
		if (found.name) return name.current?.focus();
		if (found.email) return email.current?.focus();
		void send({
			...{ buyer, items },
			...(isWhole ? {} : { events: [...dates] }),
			...(totalMinor > 0 && { totalMinor, paymentMethod: method }),
		});
	}

	return (
		<form noValidate onSubmit={submit} className="needs-script controls-lg flex flex-col gap-6">
			{isWhole ? (
				<WholeSeries dates={page.dates} />
			) : (
				<DateChoice dates={page.dates} chosen={dates} onChange={setDates} error={missing.dates} />
			)}
			<fieldset className="flex flex-col gap-4">
				<legend className="mb-3 font-semibold">
					<Trans>Tickets for each date</Trans>
				</legend>
				{types.map((type) => (
					<div key={type.lineageId} className="flex flex-wrap items-end justify-between gap-3">
						<NumberStepper
							label={
								type.totalMinor > 0
									? t`${type.name} (${formats.money(type.totalMinor, type.currency)})`
									: type.name
							}
							name={`count-${type.lineageId}`}
							min={types.length === 1 ? type.minPerOrder : 0}
							max={type.maxPerOrder}
							value={counts[type.lineageId] ?? 0}
							onChange={(count) => setCounts({ ...counts, [type.lineageId]: count })}
						/>
					</div>
				))}
				<FieldError id="tickets-error">{missing.tickets}</FieldError>
			</fieldset>
			<TextField ref={name} label={t`Name`} name="name" autoComplete="name" required error={missing.name} />
			<EmailField input={email} error={missing.email} />
			{totalMinor > 0 ? (
				<RadioGroup
					label={t`How to pay`}
					name="method"
					hint={t`To pay by card, book date by date.`}
					value={method}
					onChange={({ target }) => setMethod(target.value === 'transfer' ? 'transfer' : 'door')}
					options={optionsOf({
						door: t`At the door`,
						transfer: t`By bank transfer, with a reference for each date`,
					})}
				/>
			) : null}
			<p aria-live="polite" className="font-medium tabular-nums">
				<Plural value={chosen} _0="No date chosen" one="# date" other="# dates" />
				{totalMinor > 0 ? ` · ${formats.money(totalMinor, page.currency)}` : null}
			</p>
			{problem ? (
				<p role="alert" className="text-sm text-danger">
					{problem}
				</p>
			) : null}
			<Button type="submit" size="lg" isLoading={isPending} className="self-start">
				{chosen > 1 ? t`Book ${chosen} dates` : t`Book`}
			</Button>
		</form>
	);
}

/** Sends a booking; the same key again after a lost answer, so that nothing is booked twice. */
function useBooking(page: DatesPage, onBooked: (booked: Booked) => void) {
	const { t } = useLingui();
	const formats = useFormats();
	const errorText = useErrorText();
	const locale = useFormatLocale();
	const [isPending, setPending] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	const sent = useRef<{ content: string; key: string } | null>(null);

	async function send(body: Omit<Parameters<typeof call>[0], 'locale'>) {
		const content = JSON.stringify(body);
		if (sent.current?.content !== content) sent.current = { content, key: newIdempotencyKey() };
		setPending(true);
		setProblem(null);
		try {
			onBooked(await call({ ...body, locale }, sent.current.key));
		} catch (error) {
			setProblem(textOf(error));
		} finally {
			setPending(false);
		}
	}
	const call = (
		body: {
			buyer: { name: string; email: string };
			items: { lineageId: string; quantity: number }[];
			events?: string[];
			totalMinor?: number;
			paymentMethod?: 'door' | 'transfer';
			locale?: string;
		},
		idempotencyKey: string,
	) => publicApi.call(placeSeriesOrder, { params: { series: page.series.id }, body, idempotencyKey });

	function textOf(error: unknown): string {
		const metadata = error instanceof AppError ? error.metadata : {};
		const date = page.dates.find(({ key }) => key === metadata.key);
		if (!date) return errorText(error);
		const day = formats.dateTime(date.startsAt, date.timeZone);
		if (metadata.rule !== 'date-full') return `${day}: ${errorText(error)}`;
		const left = Number(metadata.left);
		return left > 0
			? t`${day}: only ${left} tickets are left. Choose fewer tickets or leave that date out.`
			: t`${day} is sold out. Leave that date out to book the others.`;
	}
	return { isPending, problem, send };
}

type Dates = DatesPage['dates'];

/** All dates of a series that is booked as a whole. */
function WholeSeries({ dates }: { dates: Dates }) {
	const formats = useFormats();
	return (
		<section className="flex flex-col gap-2">
			<h2 className="font-semibold">
				<Plural value={dates.length} one="# date" other="# dates" />
			</h2>
			<ul className="flex flex-col gap-1">
				{dates.map((date) => (
					<li key={date.id}>{formats.dateTime(date.startsAt, date.timeZone)}</li>
				))}
			</ul>
		</section>
	);
}

/** Which dates; those that are sold out are said so. */
function DateChoice(props: {
	dates: Dates;
	chosen: ReadonlySet<string>;
	onChange: (chosen: ReadonlySet<string>) => void;
	error: string | undefined;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { dates, chosen, onChange } = props;
	const open = dates.filter(({ isSoldOut }) => !isSoldOut);
	const isAll = chosen.size === open.length && open.length > 0;
	return (
		<fieldset aria-describedby="dates-error" className="flex flex-col">
			<legend className="mb-3 font-semibold">
				<Trans>Which dates?</Trans>
			</legend>
			<Checkbox
				className="min-h-11 justify-center"
				label={t`All dates`}
				checked={isAll}
				isIndeterminate={chosen.size > 0 && !isAll}
				onChange={({ target }) => onChange(new Set(target.checked ? open.map(({ id }) => id) : []))}
			/>
			{dates.map((date) => {
				const day = formats.dateTime(date.startsAt, date.timeZone);
				return (
					<Checkbox
						key={date.id}
						name="date"
						className="min-h-11 justify-center"
						label={date.isSoldOut ? t`${day} (sold out)` : day}
						disabled={date.isSoldOut}
						checked={chosen.has(date.id)}
						onChange={({ target }) => {
							const next = new Set(chosen);
							if (target.checked) next.add(date.id);
							else next.delete(date.id);
							onChange(next);
						}}
					/>
				);
			})}
			<FieldError id="dates-error">{props.error}</FieldError>
		</fieldset>
	);
}
