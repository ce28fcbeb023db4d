/** One try to let somebody in. */
export interface CheckInTry {
	organisationId: string;
	eventId: string;
	/** Either the canonical ticket code, or the guest picked from the list. */
	guest: { ticketCode: string } | { attendeeId: string };
	staffLinkId: string | null;
	userId: string | null;
	device: string;
	/** Made by the device; the same nonce twice counts once. */
	nonce: string | null;
	/** The device's time; the database's when absent. */
	scannedAt: Date | null;
	/** The check-in list; the event's default one when absent. */
	listId?: string | undefined;
	gateId?: string | null | undefined;
	/** Id that the device made for itself. */
	deviceId?: string | undefined;
}

/** Somebody else of the same order. */
export interface PartyMember {
	id: string;
	guestName: string;
	ticketTypeName: string;
	isCheckedIn: boolean;
}
