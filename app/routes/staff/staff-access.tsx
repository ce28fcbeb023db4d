import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#app/lib/api-client.ts';
import { useHydrated } from '#app/lib/hydrated.ts';
import { PageTitle } from '#app/shell/page-title.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { openStaffAccess } from '#shared/contracts/staff.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Route } from './+types/staff-access';

const DEVICE_NAME = 'foyer.device-name';
/** Full tokens are far longer than the codes that people type. */
const isToken = (code: string) => code.length > 20;

/** Where volunteers come in: by the short code of their link, with its PIN when it has one; the device is named once. */
export default function StaffAccessPage({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	const navigate = useNavigate();
	const isHydrated = useHydrated();
	const [name, setName] = useState('');
	const [pin, setPin] = useState('');
	const [needsPin, setNeedsPin] = useState(false);
	const [problem, setProblem] = useState('');
	const [isPending, setPending] = useState(false);
	const { tokenCode } = params;

	useEffect(() => {
		setName(localStorage.getItem(DEVICE_NAME) ?? '');
		if (isToken(tokenCode)) void navigate(`/scan/${tokenCode}`, { replace: true });
	}, [tokenCode, navigate]);

	async function open() {
		setPending(true);
		setProblem('');
		try {
			localStorage.setItem(DEVICE_NAME, name);
			const answer = await api.call(openStaffAccess, {
				body: { code: tokenCode, deviceName: name, ...(pin ? { pin } : {}) },
				hasBearer: false,
			});
			if (answer.needsPin) setNeedsPin(true);
			else await navigate(`/scan/${answer.token}`, { replace: true });
		} catch (error) {
			setProblem(error instanceof AppError ? error.userMessage : t`Something went wrong. Try again.`);
		} finally {
			setPending(false);
		}
	}

	return (
		<section className="form-width my-auto flex flex-col gap-6 py-12">
			<PageTitle title={t`Door access`} />
			<meta name="robots" content="noindex" />
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
		</section>
	);
}
