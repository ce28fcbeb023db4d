CREATE TABLE "ledger_seals" (
	"organisation_id" uuid,
	"day" date,
	"transfers" integer NOT NULL,
	"hash" bytea NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_seals_pkey" PRIMARY KEY("organisation_id","day")
);
