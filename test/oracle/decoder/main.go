// The decoder reads texts from standard input, one JSON object a line, and prints what kubectl makes of each, one JSON
// object a line in the same order. It is the yardstick of the program's own reader; see ../README.md for both formats.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
	k8sruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/yaml"
)

// question is one line of standard input: a text, or bytes that are no text.
type question struct {
	Text  *string `json:"text"`
	Bytes string  `json:"base64"`
}

// answer is one line of standard output.
type answer struct {
	// Documents are the values of the stream up to its end or its first error, as JSON; null ones are left out.
	Documents []json.RawMessage `json:"documents"`
	// Error is what ended the stream, if anything did.
	Error string `json:"error,omitempty"`
	// Objects are what kubectl goes on with: lists are taken apart.
	Objects []map[string]any `json:"objects"`
	// Mistyped are objects that are no list and whose metadata kubectl refuses: what a schema would refuse too.
	Mistyped []map[string]any `json:"mistyped"`
	// Refused is what kubectl says of documents and of items that it cannot take for an object.
	Refused []string `json:"refused"`
}

func main() {
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	// Answers wait in order; as many are made at once as there are processors.
	waiting := make(chan chan []byte, 4*runtime.GOMAXPROCS(0))
	done := make(chan struct{})
	go func() {
		defer close(done)
		for each := range waiting {
			out.Write(<-each)
			// Whoever asks one at a time gets the answer at once.
			if len(waiting) == 0 {
				out.Flush()
			}
		}
		out.Flush()
	}()
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			each := make(chan []byte, 1)
			waiting <- each
			go func() { each <- reply(line) }()
		}
		if err != nil {
			break
		}
	}
	close(waiting)
	<-done
}

func reply(line []byte) []byte {
	var asked question
	if err := json.Unmarshal(line, &asked); err != nil {
		return broken(fmt.Sprintf("the line is no question: %v", err))
	}
	text, err := base64.StdEncoding.DecodeString(asked.Bytes)
	if err != nil {
		return broken(fmt.Sprintf("base64: %v", err))
	}
	if asked.Text != nil {
		text = []byte(*asked.Text)
	}
	var made bytes.Buffer
	encoder := json.NewEncoder(&made)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(read(text)); err != nil {
		return broken(fmt.Sprintf("the answer is no JSON: %v", err))
	}
	return made.Bytes()
}

func broken(message string) []byte {
	line, _ := json.Marshal(map[string]string{"broken": message})
	return append(line, '\n')
}

func read(text []byte) answer {
	documents, err := stream(text)
	made := answer{Documents: documents, Objects: []map[string]any{}, Mistyped: []map[string]any{}, Refused: []string{}}
	for _, document := range documents {
		built := build(document)
		made.Objects = append(made.Objects, built.objects...)
		made.Mistyped = append(made.Mistyped, built.mistyped...)
		for _, each := range built.refused {
			made.Refused = append(made.Refused, each.Error())
		}
	}
	if err != nil {
		made.Error = err.Error()
	}
	return made
}

// stream reads as the FileVisitor and the StreamVisitor of kubectl's resource builder do, up to the call of infoForData.
func stream(text []byte) (documents []json.RawMessage, err error) {
	documents = []json.RawMessage{}
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v", caught)
		}
	}()
	// A byte-order mark says what the bytes are, and is none of the text; what is no character becomes U+FFFD.
	characters := transform.NewReader(bytes.NewReader(text), unicode.BOMOverride(unicode.UTF8.NewDecoder()))
	decoder := yaml.NewYAMLOrJSONDecoder(characters, 4096)
	for {
		extension := k8sruntime.RawExtension{}
		if err := decoder.Decode(&extension); err != nil {
			if errors.Is(err, io.EOF) {
				return documents, nil
			}
			return documents, err
		}
		raw := bytes.TrimSpace(extension.Raw)
		if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
			continue
		}
		documents = append(documents, bytes.Clone(raw))
	}
}
