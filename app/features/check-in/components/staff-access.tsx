import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { useHydrated } from '#app/lib/hydrated.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { AppError } from '#shared/errors/app-error.ts';
import { isStaffToken } from '#shared/rules/staff-tokens.ts';
import { deviceName, setDeviceName } from '../device.ts';
import { dateNotOpen, doorCodeOf, type Entrance, enterDoor } from '../staff-entry.ts';
import { useOfflineShell } from '../use-offline-shell.ts';
import { EmergencyCard } from './emergency-card.tsx';
import { EntranceFacts } from './entrance-facts.tsx';

/** Codes in addresses that stand for "none yet": the page then asks for one. */
const NO_CODE = new Set(['enter', 'code', 'offline']);

/** Of a typed code, with blanks and hyphens. */
const LONGEST_CODE = 16;

/** It brings the scanner with it, which starts by a tap. Its space is reserved before that. */
const CameraCheck = lazyPart(
	() => import('./camera-check.tsx').then((module) => module.CameraCheck),
	<div className="min-h-40" />,
);

/** Fetched only by those who come in. */
const DoorReady = lazyPart(
	() => import('./door-ready.tsx').then((module) => module.DoorReady),
	<Skeleton className="h-96" />,
);

/**
 * Where volunteers come in: by the short code of their link, typed, scanned or in the address, with its PIN when it has one. The
 * device is named once. Before the queue is there, they see whether the camera works and whether the list is on the device.
 */
export function StaffAccess({ code }: { code: string }) {
	const [entrance, setEntrance] = useState<Entrance | null>(null);
	// The device stores one page for all codes (door-worker.ts): what depends on the code is shown once the page is hydrated.
	const inAddress = useHydrated() && !NO_CODE.has(code.toLowerCase()) ? code : '';
	if (entrance) return <DoorReady entrance={entrance} />;
	return <EntranceForm key={inAddress} inAddress={inAddress} onIn={setEntrance} />;
}

function EntranceForm({ inAddress, onIn }: { inAddress: string; onIn(entrance: Entrance): void }) {
	const { t } = useLingui();
	const refusalText = useRefusalText();
	const isHydrated = useHydrated();
	const [code, setCode] = useState(inAddress);
	const [name, setName] = useState('');
	const [pin, setPin] = useState('');
	/** Known, and its PIN is required. */
	const [locked, setLocked] = useState<Entrance | null>(null);
	const incomplete = t`This link is incomplete. Open it again from the message, or enter the access code.`;
	const isCut = inAddress !== '' && doorCodeOf(inAddress) === null;
	const [problem, setProblem] = useState(isCut ? incomplete : '');
	const [isPending, setPending] = useState(false);
	useOfflineShell();
	useEffect(() => setName(deviceName()), []);

	async function open(entered: string) {
		const wanted = doorCodeOf(entered);
		if (!wanted) {
			setProblem(
				entered.length > LONGEST_CODE
					? incomplete
					: t`The code has 8 letters and digits. It’s printed next to the QR code.`,
			);
			return;
		}
		if (isPending) return;
		setPending(true);
		setProblem('');
		try {
			setDeviceName(name);
			const answer = await enterDoor(wanted, pin);
			if (answer.needsPin) setLocked(answer);
			else onIn(answer);
		} catch (error) {
			setProblem(refusalText(error));
		} finally {
			setPending(false);
		}
	}

	return (
		<div className="form-width flex w-full flex-col gap-8 py-10">
			<EntranceHeader />
			<form
				className="flex flex-col gap-4"
				onSubmit={(event) => {
					event.preventDefault();
					void open(code);
				}}
			>
				{isStaffToken(inAddress) ? null : (
					<TextField
						label={t`Access code`}
						hint={t`8 letters and digits from the organiser`}
						value={code}
						maxLength={200}
						onChange={(event) => {
							setCode(event.target.value);
							setLocked(null);
						}}
						autoCapitalize="characters"
						autoComplete="off"
						spellCheck={false}
					/>
				)}
				<TextField
					label={t`Device name`}
					hint={t`Appears with each check-in, e.g. Main gate`}
					isOptional
					value={name}
					maxLength={60}
					onChange={(event) => setName(event.target.value)}
					autoComplete="nickname"
				/>
				{locked ? (
					<section className="rounded-md bg-sunken p-4" aria-label={t`Your event`}>
						<p className="font-medium" dir="auto">
							{locked.eventTitle}
						</p>
						<EntranceFacts entrance={locked} />
					</section>
				) : null}
				{locked ? (
					<TextField
						label={t`PIN`}
						hint={t`Ask the organiser for it.`}
						value={pin}
						onChange={(event) => setPin(event.target.value)}
						inputMode="numeric"
						autoComplete="one-time-code"
						maxLength={8}
						autoFocus
					/>
				) : null}
				<p role="alert" className="text-danger empty:hidden">
					{problem}
				</p>
				<Button type="submit" size="lg" isLoading={isPending} isDisabled={!isHydrated} className="min-h-16">
					{t`Continue`}
				</Button>
			</form>
			<CameraCheck
				onCode={(text) => {
					const found = doorCodeOf(text);
					if (!found) {
						setProblem(t`That’s not a staff QR code.`);
						return;
					}
					setCode(found);
					setLocked(null);
					void open(found);
				}}
			/>
			<EmergencyCard />
		</div>
	);
}

/** Why a code does not lead in; of a series whose next date is not open yet, when it opens. */
function useRefusalText(): (error: unknown) => string {
	const { t } = useLingui();
	const formats = useFormats();
	return (error) => {
		const next = dateNotOpen(error);
		const opens = next ? formats.dateTime(next.opensAt, next.timeZone) : '';
		if (next) return t`Check-in for the next date opens at ${opens}. Open this link again then.`;
		return error instanceof AppError ? error.userMessage : t`Something went wrong. Try again.`;
	};
}

function EntranceHeader() {
	return (
		<header className="flex flex-col gap-2">
			<Badge variant="secondary">
				<Trans>Staff Scanner</Trans>
			</Badge>
			<h1 className="title-page">
				<Trans>Check in guests</Trans>
			</h1>
			<p className="text-muted">
				<Trans>No account needed. Access ends with the event.</Trans>
			</p>
		</header>
	);
}
