import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useHydrated } from '#app/lib/hydrated.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { AppError } from '#shared/errors/app-error.ts';
import { deviceName, setDeviceName } from '../device.ts';
import { doorCodeOf, enterDoor, isLinkToken } from '../staff-entry.ts';
import { useOfflineShell } from '../use-offline-shell.ts';
import { CameraCheck } from './camera-check.tsx';
import { EmergencyCard } from './emergency-card.tsx';

/** Codes in addresses that stand for "none yet": the page then asks for one. */
const NO_CODE = new Set(['enter', 'code', 'offline']);

/**
 * Where volunteers come in: by the short code of their link, typed, scanned or in the address, with its PIN when it has one. The
 * device is named once. Before the queue is there, they see whether the camera works.
 */
export function StaffAccess({ code: inAddress }: { code: string }) {
	const { t } = useLingui();
	const navigate = useNavigate();
	const isHydrated = useHydrated();
	const [code, setCode] = useState(NO_CODE.has(inAddress.toLowerCase()) ? '' : inAddress);
	const [name, setName] = useState('');
	const [pin, setPin] = useState('');
	const [needsPin, setNeedsPin] = useState(false);
	const [problem, setProblem] = useState('');
	const [isPending, setPending] = useState(false);
	useOfflineShell();
	useEffect(() => setName(deviceName()), []);

	async function open() {
		const wanted = isLinkToken(code) ? code : doorCodeOf(code);
		if (!wanted) {
			setProblem(t`The code has eight letters and digits. It stands on the poster beside the QR code.`);
			return;
		}
		setPending(true);
		setProblem('');
		try {
			setDeviceName(name);
			const answer = await enterDoor(wanted, pin);
			if (answer.needsPin) setNeedsPin(true);
			else await navigate(`/scan/${answer.token}`, { replace: true });
		} catch (error) {
			setProblem(error instanceof AppError ? error.userMessage : t`Something went wrong. Try again.`);
		} finally {
			setPending(false);
		}
	}

	return (
		<div className="form-width flex w-full flex-col gap-8 py-10">
			<header className="flex flex-col gap-2">
				<Badge variant="secondary">
					<Trans>Staff Scanner</Trans>
				</Badge>
				<h1 className="title-page">
					<Trans>Open the door</Trans>
				</h1>
				<p className="text-muted">
					<Trans>
						You check guests in on this device. No account is needed; the link ends with the event.
					</Trans>
				</p>
			</header>
			<form
				className="flex flex-col gap-4"
				onSubmit={(event) => {
					event.preventDefault();
					void open();
				}}
			>
				{isLinkToken(inAddress) ? null : (
					<TextField
						label={t`Door code`}
						hint={t`Eight letters and digits, from the organiser or the poster.`}
						value={code}
						maxLength={200}
						onChange={(event) => {
							setCode(event.target.value);
							setNeedsPin(false);
						}}
						autoCapitalize="characters"
						autoComplete="off"
						spellCheck={false}
					/>
				)}
				<TextField
					label={t`Name of this device`}
					hint={t`Shown beside each check-in, for example "Main gate" or your name.`}
					isOptional
					value={name}
					maxLength={60}
					onChange={(event) => setName(event.target.value)}
					autoComplete="nickname"
				/>
				{needsPin ? (
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
					{t`Open the scanner`}
				</Button>
			</form>
			<CameraCheck
				onCode={(text) => {
					const found = doorCodeOf(text);
					if (!found) {
						setProblem(t`This is not the QR code of a door.`);
						return;
					}
					setProblem('');
					setCode(found);
				}}
			/>
			<EmergencyCard />
		</div>
	);
}
