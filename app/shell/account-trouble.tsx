import { Trans, useLingui } from '@lingui/react/macro';
import { LogOut, RotateCw, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { readUserAgain } from '#app/lib/session.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useDisclosure } from './use-disclosure.ts';
import { useLogOut } from './use-log-out.ts';

/** In the avatar's place when the user could not be read: why, another try, and the way out. */
export function AccountTrouble({ error }: { error: Error }) {
	const { t } = useLingui();
	const { isOpen, toggle, close, box } = useDisclosure<HTMLDivElement>();
	const id = useId();
	return (
		<div ref={box} className="relative max-md:hidden">
			<button
				type="button"
				aria-label={t`Your account could not be loaded`}
				aria-expanded={isOpen}
				aria-controls={id}
				onClick={toggle}
				className="hit-area relative grid size-8 place-content-center rounded-full bg-warning-tint text-warning"
			>
				<Icon icon={TriangleAlert} />
			</button>
			<div
				id={id}
				hidden={!isOpen}
				className="floating absolute end-0 top-full z-40 mt-2 w-72 rounded-lg bg-raised p-4 shadow-float"
			>
				<TroublePart error={error} onPress={close} />
			</div>
		</div>
	);
}

export function TroublePart({ error, onPress }: { error: Error; onPress: () => void }) {
	const errorText = useErrorText();
	const logOut = useLogOut();
	const pressed = (run: () => Promise<unknown>) => () => {
		onPress();
		void run();
	};
	return (
		<div className="flex flex-col gap-3 px-3 py-2 md:p-0">
			<p className="text-sm font-semibold">
				<Trans>Your account could not be loaded</Trans>
			</p>
			<p className="text-sm text-muted" dir="auto">
				{errorText(error)}
			</p>
			<div className="flex flex-wrap gap-2">
				<Button size="sm" icon={RotateCw} onClick={pressed(readUserAgain)}>
					<Trans>Try Again</Trans>
				</Button>
				<Button size="sm" variant="outline" icon={LogOut} onClick={pressed(logOut)}>
					<Trans>Log out</Trans>
				</Button>
			</div>
		</div>
	);
}
