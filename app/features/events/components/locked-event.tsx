import { Trans, useLingui } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { TextField } from '#app/ui/text-field.tsx';

/** Asks for the password of an event that has one. */
export function LockedEvent({ onOpen }: { onOpen: (password: string) => Promise<string | null> }) {
	const { t } = useLingui();
	/** Uncontrolled: what is typed before the script has come stays. */
	const password = useRef<HTMLInputElement>(null);
	const [problem, setProblem] = useState('');
	const [isPending, setPending] = useState(false);
	async function open(event: SubmitEvent) {
		event.preventDefault();
		setPending(true);
		setProblem((await onOpen(password.current?.value ?? '')) ?? '');
		setPending(false);
	}
	return (
		<section className="form-width flex flex-col gap-5 py-16 md:my-auto">
			<Icon icon={Lock} size={24} />
			<h1 tabIndex={-1} className="title-page">
				<Trans>This event is private</Trans>
			</h1>
			<p className="text-muted">
				<Trans>Enter the password from your invitation. No password? Ask the organiser.</Trans>
			</p>
			<form className="flex flex-col gap-4" onSubmit={(event) => void open(event)}>
				<TextField
					ref={password}
					label={t`Event password`}
					type="password"
					error={problem}
					autoComplete="off"
					required
				/>
				<Button type="submit" size="lg" isLoading={isPending}>
					{t`View event`}
				</Button>
			</form>
		</section>
	);
}
