"""Prints records and costs as tables."""


def duration(seconds):
    for unit, scale in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def show(records, costs, settings):
    if records:
        show_records(records, settings)
    if records and costs:
        print()
    if costs:
        show_costs(costs)


def show_records(records, settings):
    rows = [["workload", "setting", "first call", "best", "median", f"{settings[1]}/{settings[0]}", "answers"]]
    medians = {(record["workload"], record["setting"]): record["median_s"] for record in records}
    for record in records:
        base = medians.get((record["workload"], settings[0]))
        ratio = f"{record['median_s'] / base:.2f}" if record["setting"] != settings[0] and base else ""
        answers = ", ".join(f"{name} {value:.10g}" if value is not None else f"{name} not finite"
                            for name, value in record["answers"].items())
        rows.append([record["workload"], record["setting"], duration(record["first_call_s"]), duration(record["best_s"]),
                     duration(record["median_s"]), ratio, answers + ("" if record["answers_ok"] else "  WRONG")])
    show_rows(rows)


def show_sweep(records):
    rows = [["operation", "size", "ours", "plain", "ratio"]]
    for record in sorted(records, key=lambda one: one["plain_s"] / one["best_s"]):
        rows.append([record["row"], str(record["size"]), duration(record["best_s"]), duration(record["plain_s"]),
                     f"{record['best_s'] / record['plain_s']:.2f}"])
    show_rows(rows)


def show_costs(costs):
    rows = [["cost", "median", "best", "target", ""]]
    for cost in costs:
        text = duration if cost["unit"] == "s" else lambda value: f"{value:.2f}"
        rows.append([cost["what"], text(cost["value"]), text(cost["best"]), "≤ " + text(cost["limit"]),
                     "met" if cost["value"] <= cost["limit"] else "missed"])
    show_rows(rows)


def show_rows(rows):
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for number, row in enumerate(rows):
        print("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths))
