import { useLingui } from '@lingui/react/macro';
import { Menu } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Session } from '#app/lib/session.ts';
import { IconButton } from '#app/ui/icon-button.tsx';
import { useIdleParts } from './idle-loaded.ts';

export function MobileMenu({ session }: { session: Session }) {
	const { t } = useLingui();
	const parts = useIdleParts();
	const [isOpen, setIsOpen] = useState(false);
	const { key } = useLocation();
	const close = () => setIsOpen(false);
	useEffect(close, [key]);
	return (
		<>
			<IconButton
				icon={Menu}
				label={t`Menu`}
				tip="none"
				aria-expanded={isOpen}
				aria-haspopup="dialog"
				onClick={() => setIsOpen(true)}
			/>
			{parts ? <parts.MobileSheet session={session} isOpen={isOpen} onClose={close} /> : null}
		</>
	);
}
