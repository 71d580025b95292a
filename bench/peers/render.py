"""Renders the diploma of `npm run bench -- peers` with another tool.

Usage: render.py TOOL SUBJECT COUNT [FILE]

Prints the milliseconds of processor time per file. FILE receives the last one.
Exits with 3 if the tool is not installed.
"""

import json
import sys
import time
from html import escape

WARM_UP = 5


def html_of(subject, n):
    """The page in HTML, as fullbleed and ironpress read it."""
    code = code_of(subject, n) if subject["codes"] else ""
    return filled(subject["html"], subject, n).replace("{{code}}", code)


def filled(text, subject, n):
    names = subject["names"]
    return text.replace("{{name}}", f"{names[n % len(names)]} {n}").replace("{{id}}", f"{n:032x}")


def code_of(subject, n):
    """An SVG of a QR code. It was made before, and does not count."""
    return subject["codes"][n % len(subject["codes"])]


def fullbleed(subject, **options):
    import fullbleed as library

    size = subject["page"]
    engine = library.PdfEngine(
        page_width=f"{size['width']}pt",
        page_height=f"{size['height']}pt",
        margin="0pt",
        font_files=[face["file"] for face in subject["faces"]],
        document_lang="en",
        document_title="Diploma",
        **options,
    )
    return lambda n: engine.render_pdf(html_of(subject, n), "")


def ironpress(subject):
    import ironpress as library

    converter = library.HtmlConverter()
    converter.page_size_custom(subject["page"]["width"], subject["page"]["height"])
    converter.margin(0)
    for face in subject["faces"]:
        with open(face["file"], "rb") as file:
            converter.add_font(face["family"], file.read())
    return lambda n: converter.convert(html_of(subject, n))


def typst(subject, format="pdf", **options):
    import os
    import tempfile

    import typst as library

    folder = tempfile.mkdtemp()
    source = os.path.join(folder, "page.typ")
    with open(source, "w") as file:
        file.write(typst_of(subject))
    fonts = list({os.path.dirname(face["file"]) for face in subject["faces"]})
    compiler = library.Compiler(source, root=folder, font_paths=fonts, ignore_system_fonts=True)

    def render(n):
        names = subject["names"]
        inputs = {"name": f"{names[n % len(names)]} {n}", "id": f"{n:032x}"}
        if subject["codes"]:
            inputs["code"] = code_of(subject, n)
        return compiler.compile(format=format, sys_inputs=inputs, **options)

    return render


def typst_of(subject):
    size = subject["page"]
    lines = [
        '#set document(title: "Diploma")',
        '#set text(lang: "en")',
        f'#set page(width: {size["width"]}pt, height: {size["height"]}pt, margin: 0pt, fill: rgb("{subject["background"]}"))',
    ]
    for shape in subject["shapes"]:
        left, top, width, height = shape["box"]
        kind = "ellipse" if shape["round"] else "rect"
        fill = f'rgb("{shape["fill"]}")' if shape["fill"] else "none"
        stroke = f'{shape["width"]}pt + rgb("{shape["stroke"]}")' if shape["stroke"] else "none"
        drawn = f"{kind}(width: {width}pt, height: {height}pt, fill: {fill}, stroke: {stroke})"
        lines.append(f"#place(dx: {left}pt, dy: {top}pt, pdf.artifact({drawn}))")
    for text in subject["texts"]:
        left, top, width, height = text["box"]
        style = f'font: "{text["family"]}", weight: {text["weight"]}, size: {text["size"]}pt, tracking: {text["spacing"]}pt, fill: rgb("{text["color"]}")'
        content = text["text"].replace("{{name}}", "#sys.inputs.name").replace("{{id}}", "#sys.inputs.id")
        lines.append(
            f"#place(dx: {left}pt, dy: {top}pt, block(width: {width}pt, height: {height}pt, align(center, text({style})[{content}])))"
        )
    if subject["codes"]:
        left, top, width, _ = subject["code"]["box"]
        lines.append(
            f'#place(dx: {left}pt, dy: {top}pt, image(bytes(sys.inputs.code), format: "svg", width: {width}pt, alt: "Code"))'
        )
    return "\n".join(lines)


def reportlab(subject):
    from io import BytesIO

    from reportlab.graphics import renderPDF
    from reportlab.graphics.barcode.qr import QrCodeWidget
    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.colors import HexColor
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Paragraph

    for face in subject["faces"]:
        pdfmetrics.registerFont(TTFont(f"{face['family']} {face['weight']}", face["file"]))
    width, height = subject["page"]["width"], subject["page"]["height"]

    def render(n):
        out = BytesIO()
        canvas = Canvas(out, pagesize=(width, height))
        canvas.setFillColor(HexColor(subject["background"]))
        canvas.rect(0, 0, width, height, stroke=0, fill=1)
        for shape in subject["shapes"]:
            left, top, across, down = shape["box"]
            bottom = height - top - down
            if shape["fill"]:
                canvas.setFillColor(HexColor(shape["fill"]))
            if shape["stroke"]:
                canvas.setStrokeColor(HexColor(shape["stroke"]))
                canvas.setLineWidth(shape["width"])
            painted = {"stroke": 1 if shape["stroke"] else 0, "fill": 1 if shape["fill"] else 0}
            if shape["round"]:
                canvas.ellipse(left, bottom, left + across, bottom + down, **painted)
            else:
                canvas.rect(left, bottom, across, down, **painted)
        for text in subject["texts"]:
            left, top, across, _ = text["box"]
            style = ParagraphStyle(
                "text",
                fontName=f"{text['family']} {text['weight']}",
                fontSize=text["size"],
                leading=text["size"] * text["lineHeight"],
                textColor=HexColor(text["color"]),
                alignment=1,
            )
            paragraph = Paragraph(escape(filled(text["text"], subject, n)), style)
            _, down = paragraph.wrap(across, height)
            paragraph.drawOn(canvas, left, height - top - down)
        if subject["codes"]:
            left, top, across, _ = subject["code"]["box"]
            code = QrCodeWidget(f"{subject['address']}{n:064x}", barWidth=across, barHeight=across)
            drawing = Drawing(across, across)
            drawing.add(code)
            renderPDF.draw(drawing, canvas, left, height - top - across)
        canvas.save()
        return out.getvalue()

    return render


TOOLS = {
    "fullbleed": fullbleed,
    "fullbleed-ua": lambda subject: fullbleed(subject, pdf_profile="pdfua1"),
    "typst": lambda subject: typst(subject, pdf_tags=False),
    "typst-ua": lambda subject: typst(subject, pdf_standards="ua-1"),
    "typst-png": lambda subject: typst(subject, format="png", ppi=144),
    "reportlab": reportlab,
    "ironpress": ironpress,
}


def main():
    tool, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with open(path) as file:
        subject = json.load(file)
    try:
        render = TOOLS[tool](subject)
    except ModuleNotFoundError:
        sys.exit(3)
    for n in range(WARM_UP):
        render(n)
    start = time.process_time()
    for n in range(WARM_UP, WARM_UP + count):
        made = render(n)
    spent = time.process_time() - start
    if len(sys.argv) > 4:
        with open(sys.argv[4], "wb") as file:
            file.write(made)
    print(spent / count * 1000)


main()
